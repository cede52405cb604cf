import type { PoolTerms } from '#contract/pools/pools.ts';
import type { Payment } from '#server/money/payments.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

/** The facts about a disputed payment and its pledge that evidence consists of. */
export interface EvidenceRow {
  pledgeId: string;
  poolTitle: string;
  poolDescription: string;
  terms: PoolTerms | null;
  creatorName: string | null;
  fanName: string;
  fanEmail: string;
  fanSince: Date;
  /** When the fan deleted their account; name and email address are blanked then. */
  fanDeletedAt: Date | null;
  emailVerifiedAt: Date | null;
  amountCents: number;
  /** Whether a saved card was charged or the fan paid on the card processor's page. */
  paymentKind: Payment['kind'];
  /** Null for a late pledge, which is paid at once. */
  pledgedAt: Date | null;
  paidAt: Date | null;
  cardBrand: string | null;
  cardLast4: string | null;
  chargeRef: string | null;
  refundedCents: number;
  /** When the last refund was made. */
  refundedAt: Date | null;
  deliveredAt: Date | null;
}

/** Reads one payment of a pledge: the fan can dispute a second charge, too. */
export async function readEvidenceRow(sql: Connection, paymentId: string): Promise<EvidenceRow | undefined> {
  const [row] = await sql<EvidenceRow[]>`
    select g.id as pledge_id, o.title as pool_title, o.description as pool_description, o.terms,
      coalesce(a.display_name, a.username) as creator_name, coalesce(f.display_name, f.username) as fan_name, f.email as fan_email,
      f.created_at as fan_since, f.deleted_at as fan_deleted_at, f.email_verified_at, y.amount_cents, y.kind as payment_kind, g.pledged_at, y.settled_at as paid_at, k.brand as card_brand,
      k.last4 as card_last4, y.processor_ref as charge_ref, y.refunded_cents,
      (select max(r.settled_at) from refunds r where r.payment_id = y.id and r.status = 'succeeded') as refunded_at,
      (select min(c.decided_at) from content_claims c where c.pool_id = o.id and c.status = 'approved') as delivered_at
    from payments y join pledges g on g.id = substr(y.subject, 8)::uuid join pools o on o.id = g.pool_id join users f on f.id = g.fan_id
    left join users a on a.id = o.assigned_creator_id left join cards k on k.id = y.card_id
    where y.id = ${paymentId}`;
  return row;
}

export interface AccessRow {
  what: string;
  firstAt: Date;
  lastAt: Date;
  reads: number;
}

/** The fan's accesses to the deliveries of the pool, the oldest first. */
export async function listAccesses(sql: Connection, pledgeId: string): Promise<AccessRow[]> {
  return sql<AccessRow[]>`
    select coalesce(u.name, 'The delivery page') as what, r.first_at, r.last_at, r.reads
    from pledges g join content_claims c on c.pool_id = g.pool_id join content_reads r on r.claim_id = c.id and r.user_id = g.fan_id
    left join content_files f on f.id = r.file_id left join uploads u on u.id = f.upload_id
    where g.id = ${pledgeId} order by r.first_at, r.last_at limit 200`;
}
