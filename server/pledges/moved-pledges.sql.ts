import type { PledgeStatus } from '#contract/pledges/pledge-view.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

export interface MovedPledge {
  id: string;
  fanId: string;
  amountCents: number;
  refundedCents: number;
  fromStatus: PledgeStatus;
  status: PledgeStatus;
}

export interface PledgesOfPool {
  poolId: string;
  exceptFanId?: string | null;
}

/**
 * Changes the status of every pledge of a pool that has one of the `from` statuses. Leaves out a pledge with a lost dispute unless the pool
 * holds the rest of its payment, and the pledge of `exceptFanId`. The caller has locked the pool.
 */
export async function movePledgesOfPool(
  tx: Tx,
  { poolId, exceptFanId = null }: PledgesOfPool,
  moves: { from: PledgeStatus; to: PledgeStatus }[],
): Promise<MovedPledge[]> {
  return tx<MovedPledge[]>`
    update pledges p set
      status = m.to_status,
      ended_at = case when m.to_status in ('released', 'dropped') then clock_timestamp() end
    from unnest(${moves.map(({ from }) => from)}::text[], ${moves.map(({ to }) => to)}::text[]) as m (from_status, to_status)
    where p.pool_id = ${poolId} and p.status = m.from_status and p.fan_id is distinct from ${exceptFanId}
      and (p.status <> 'dispute_lost' or exists (
        select from payments y
        where y.subject = 'pledge:' || p.id and y.status = 'succeeded' and y.claimed_by is null
          and y.refunded_cents + y.lost_cents < y.amount_cents))
    returning p.id, p.fan_id, p.amount_cents, p.refunded_cents, m.from_status, p.status`;
}
