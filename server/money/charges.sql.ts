import type { Connection } from '#server/platform/postgres/db.ts';

/** The charge that paid for a subject, in cents, even if it was refunded or released later. */
export interface Charge {
  amountCents: number;
  /** The processor's cost of it. */
  costCents: number;
  paidAt: Date;
  refundedCents: number;
  /** The last refund. */
  refundedAt: Date | null;
  /** The money is claimed by a release: the creator gets it, less fees. */
  released: boolean;
  /** The refunds that an admin made, the oldest first; ISO times. */
  adminRefunds: { amountCents: number; reason: string; refundedAt: string }[];
  processor: string;
  cardBrand: string | null;
  cardLast4: string | null;
}

/** A subject has at most one such charge. */
export async function findCharge(sql: Connection, subject: string): Promise<Charge | undefined> {
  const [row] = await sql<Charge[]>`
    select p.amount_cents, p.cost_cents, p.processor, p.settled_at as paid_at, p.refunded_cents,
      (select max(r.settled_at) from refunds r where r.payment_id = p.id and r.status = 'succeeded') as refunded_at,
      p.claimed_by is not null and p.claimed_by not like 'refund:%' and p.claimed_by not like 'dispute:%' as released,
      coalesce((
        select json_agg(json_build_object('amountCents', r.amount_cents, 'reason', coalesce(r.outside_reason, r.reason), 'refundedAt', r.settled_at) order by r.settled_at)
        from refunds r where r.payment_id = p.id and (r.by_admin or r.outside_reason is not null) and r.status = 'succeeded'), '[]') as admin_refunds,
      c.brand as card_brand, c.last4 as card_last4
    from payments p left join cards c on c.id = p.card_id
    where p.subject = ${subject} and p.status = 'succeeded'
    order by p.attempt desc limit 1`;
  return row;
}
