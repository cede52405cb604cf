import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

export interface StandingPledge {
  id: string;
  status: PledgeStatus;
  amountCents: number;
  dueAt: Date | null;
  title: string;
  adult: boolean;
  /** When the pool was started. */
  startedAt: Date;
}

/** A fan's pledges that have not ended, in the order in which pools are locked. */
export async function listStandingPledges(tx: Tx, fanId: string): Promise<StandingPledge[]> {
  return tx<StandingPledge[]>`
    select p.id, p.status, p.amount_cents, p.due_at, o.title, o.adult, o.created_at as started_at
    from pledges p join pools o on o.id = p.pool_id
    where p.fan_id = ${fanId}
      and (p.status in ('setup_pending', 'pledged', 'charging', 'notified', 'refund_pending', 'disputed')
        or (p.status = 'paid' and o.status not in ('completed', 'removed')))
    order by p.pool_id`;
}

/**
 * A completed pool of this creator with a payment whose outcome is open. A charge, a dispute or an admin's refund under way may still
 * make a share due to the creator.
 */
export async function findOpenShare(
  tx: Tx,
  creatorId: string,
): Promise<(Pick<StandingPledge, 'title' | 'adult' | 'startedAt'> & { isDisputed: boolean }) | undefined> {
  const [row] = await tx<(Pick<StandingPledge, 'title' | 'adult' | 'startedAt'> & { isDisputed: boolean })[]>`
    select o.title, o.adult, o.created_at as started_at, coalesce(open.is_disputed, false) as is_disputed
    from pools o join pledges p on p.pool_id = o.id
    left join lateral (
      select y.claimed_by like 'dispute:%' as is_disputed from payments y
      where y.subject = 'pledge:' || p.id and y.status = 'succeeded' and y.refunded_cents + y.lost_cents < y.amount_cents
        and (exists (select from refunds r where y.claimed_by = 'refund:' || r.id and r.by_admin and r.status = 'created')
          or y.claimed_by like 'dispute:%' and exists (
            select from disputes d where d.payment_id = y.id and d.status in ('needs_response', 'under_review')
            union all
            select from unbooked_disputes d where d.payment_id = y.id and d.status in ('needs_response', 'under_review')))
    ) open on true
    where o.assigned_creator_id = ${creatorId} and o.status = 'completed'
      and (p.status = 'charging' or open.is_disputed is not null)
    order by is_disputed limit 1`;
  return row;
}

/** Removes the deleted fan's name from their pledges. */
export async function hideFan(tx: Tx, fanId: string): Promise<void> {
  await tx`update pledges set anonymous = true where fan_id = ${fanId} and not anonymous`;
}
