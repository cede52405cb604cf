import type { Connection } from '#server/platform/postgres/db.ts';

export interface Unsettled {
  /** The age in seconds of the oldest unsettled movement of each kind, since its last retry; null if none waits. A payout has a transfer, or its reversal, that waits; those that a hold or a suspension keeps back do not count. */
  ages: {
    charge: number | null;
    refund: number | null;
    payout: number | null;
    webhook: number | null;
    /** Since the oldest deadline that waits for an answer of the card processor: of a pool, or of a pledge without a card. */
    deadline: number | null;
  };
  /** Charges of saved cards whose outcome is not known yet. */
  charges: number;
  /** Refunds that have not reached the fan: open ones, and those that the processor refused or the bank returned. */
  refundsDue: number;
}

/**
 * The movements that wait for the card processor. A hosted page may stay open for a day, so only charges of saved cards count. Reads
 * partial indexes, so that the time depends on the unsettled rows only.
 */
export async function readUnsettledRows(sql: Connection): Promise<Unsettled> {
  const [row] = await sql<(Unsettled['ages'] & Pick<Unsettled, 'charges' | 'refundsDue'>)[]>`
    with oldest as (
      select
        (select min(created_at) from payments where status in ('created', 'processing') and kind = 'off_session') as charge,
        (select min(coalesce(retried_at, created_at)) from refunds where status = 'created') as refund,
        least(
          (select min(coalesce(t.retried_at, t.created_at)) from payout_parts t join payouts p on p.id = t.payout_id
            where t.status in ('pending', 'in_transit') and not (t.account_ref is null and are_payouts_held(p.user_id))),
          (select min(created_at) from payout_reversals where status = 'created')) as payout,
        (select min(received_at) from webhook_inbox where processed_at is null) as webhook,
        least(
          (select min(clock_at) from pools
            where clock_at <= clock_timestamp() and not frozen and status in ('open', 'accepted', 'collecting')),
          (select min(p.setup_due_at) from pledges p join pools o on o.id = p.pool_id
            where p.status = 'setup_pending' and p.setup_due_at <= clock_timestamp() and not o.frozen)) as deadline)
    select extract(epoch from clock_timestamp() - charge)::float8 as charge,
      extract(epoch from clock_timestamp() - refund)::float8 as refund,
      extract(epoch from clock_timestamp() - payout)::float8 as payout,
      extract(epoch from clock_timestamp() - webhook)::float8 as webhook,
      extract(epoch from clock_timestamp() - deadline)::float8 as deadline,
      (select count(*) from payments where status in ('created', 'processing') and kind = 'off_session') as charges,
      (select count(*) from refunds where status = 'created') + (select count(*) from refunds where status = 'failed')
        + (select count(*) from refunds where status = 'returned') as refunds_due
    from oldest`;
  if (!row) throw new Error('the database counted nothing');
  const { charges, refundsDue, ...ages } = row;
  return { ages, charges, refundsDue };
}
