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

/** The journals of a person's own payments for a subject ("pledge:ID"): charges, their costs, refunds, and refunds that the bank returned. */
export async function listPaymentJournals(sql: Connection, subject: string, userId: string): Promise<PaymentJournal[]> {
  return sql<PaymentJournal[]>`
    select j.kind, c.position, ledger_record(j, c.salt) as record
    from payments p
    cross join lateral (
      select p.idempotency_key as cause union all select p.idempotency_key || ':cost'
      union all select r.idempotency_key from refunds r where r.payment_id = p.id
      union all select r.idempotency_key || ':returned' from refunds r where r.payment_id = p.id) of_payment
    join ledger_journals j on j.cause = of_payment.cause
    left join ledger_chain c on c.journal_id = j.id
    where p.subject = ${subject} and p.user_id = ${userId}
    order by j.id`;
}
