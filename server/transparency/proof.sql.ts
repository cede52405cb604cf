import type { Connection } from '#server/platform/postgres/db.ts';

export interface PaymentJournal {
  kind: string;
  /** Null while the journal waits for the chain. */
  position: number | null;
  record: string | null;
}

export async function isPledgeOf(sql: Connection, pledgeId: string, userId: string): Promise<boolean> {
  const rows = await sql`select 1 from pledges where id = ${pledgeId} and fan_id = ${userId}`;
  return rows.length > 0;
}

/** The journals of a person's own payments for a subject ("pledge:ID"): charges, their costs and refunds. */
export async function listPaymentJournals(sql: Connection, subject: string, userId: string): Promise<PaymentJournal[]> {
  return sql<PaymentJournal[]>`
    select j.kind, c.position, ledger_record(j, c.salt) as record
    from payments p
    left join refunds r on r.payment_id = p.id
    join ledger_journals j on j.cause = any(array[p.idempotency_key, p.idempotency_key || ':cost', r.idempotency_key])
    left join ledger_chain c on c.journal_id = j.id
    where p.subject = ${subject} and p.user_id = ${userId}
    order by j.id`;
}
