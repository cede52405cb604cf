const subjectOfPool = /^pool:([0-9a-f-]{36})(?::|$)/;

/** The id of the pool whose money a payout sends ("pool:ID", or "pool:ID:PLEDGE" for a late pledge); null for other payouts. */
export const poolOfPayout = (subject: string): string | null => subjectOfPool.exec(subject)?.[1] ?? null;
