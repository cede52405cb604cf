import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import type { WaitingFor } from './lifecycle/decide-hold-over.ts';

export interface WaitingLimits {
  freezeMs: number;
  reviewMs: number;
  heldMs: number;
  /** How long after the first payment the money may be held, at these processors. */
  holdMs: number;
  processors: readonly string[];
}

export interface WaitingPool {
  id: string;
  title: string;
  kind: WaitingFor;
  since: Date;
  /** When everyone is refunded. */
  until: Date;
  remindedAt: Date | null;
  now: Date;
}

/** A pool that was just delivered for its quiet period completes within a minute. */
const completesWithin = '5 minutes';

/**
 * The pools that wait for an admin, the soonest end first: frozen ones, deliveries in review, and delivered ones that did not complete
 * at the end of their quiet period. Each part reads a partial index.
 */
export async function listWaitingPools(
  sql: Connection | Tx,
  { freezeMs, reviewMs, heldMs, holdMs, processors }: WaitingLimits,
  poolId: string | null = null,
): Promise<WaitingPool[]> {
  const only = poolId ? sql`and p.id = ${poolId}` : sql``;
  return sql<WaitingPool[]>`
    with w as (
      select p.id, p.title, p.waiting_reminded_at, p.wait_limited_from, 'frozen' as kind, p.frozen_at as since, ${freezeMs}::float8 as limit_ms
      from pools p where p.frozen and p.ended_at is null ${only}
      union all
      select p.id, p.title, p.waiting_reminded_at, p.wait_limited_from, 'review', p.delivery_paused_at, ${reviewMs}::float8
      from pools p where p.status = 'delivery_review' and not p.frozen ${only}
      union all
      select p.id, p.title, p.waiting_reminded_at, p.wait_limited_from, 'held', p.quiet_until, ${heldMs}::float8
      from pools p where p.status = 'delivered' and not p.frozen and p.quiet_until < clock_timestamp() - ${completesWithin}::interval ${only})
    select w.id, w.title, w.kind, w.since, w.waiting_reminded_at as reminded_at, clock_timestamp() as now,
      least(greatest(w.since, w.wait_limited_from) + w.limit_ms * interval '1 ms', (
        select min(y.created_at) from payments y
        where y.held_account = 'held:' || w.id and y.status = 'succeeded' and y.refunded_cents + y.lost_cents < y.amount_cents
          and y.processor = any (${[...processors]}::text[])) + ${holdMs}::float8 * interval '1 ms') as until
    from w order by until, w.id`;
}

/** True for the one caller that reminds admins now. */
export async function markReminded(
  tx: Tx,
  { id, remindedAt }: Pick<WaitingPool, 'id' | 'remindedAt'>,
): Promise<boolean> {
  const rows = await tx`
    update pools set waiting_reminded_at = clock_timestamp()
    where id = ${id} and waiting_reminded_at is not distinct from ${remindedAt} returning 1`;
  return rows.length > 0;
}
