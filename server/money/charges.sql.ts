import type { Connection } from '#server/platform/postgres/db.ts';

/** What was taken for a subject, in cents, whatever became of it since. */
export interface Charge {
  amountCents: number;
  /** The processor's true price of it. */
  costCents: number;
  paidAt: Date;
  refundedCents: number;
  refundedAt: Date | null;
  /** Promised to the creator: the fees are taken. */
  released: boolean;
  cardBrand: string | null;
  cardLast4: string | null;
}

/** The charge that counts: a subject has at most one. */
export async function findCharge(sql: Connection, subject: string): Promise<Charge | undefined> {
  const [row] = await sql<Charge[]>`
    select p.amount_cents, p.cost_cents, p.settled_at as paid_at, p.refunded_cents,
      (select r.settled_at from refunds r where r.payment_id = p.id and r.status = 'succeeded') as refunded_at,
      p.claimed_by is not null and p.claimed_by not like 'refund:%' as released,
      c.brand as card_brand, c.last4 as card_last4
    from payments p left join cards c on c.id = p.card_id
    where p.subject = ${subject} and p.status = 'succeeded'
    order by p.attempt desc limit 1`;
  return row;
}
