import { livePledgeStatuses, type PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import type { PoolRow } from '#server/pools/pool.ts';

/** The statuses in which a pool has a deadline that concerns people. Everyone may see pools in them. */
export const datedStatuses: readonly PoolStatus[] = [
  'open',
  'goal_met',
  'accepted',
  'collecting',
  'shortfall',
  'in_production',
  'delivered',
];

/** A pool that concerns a person, with what connects them. */
export type DatedPool = Pick<
  PoolRow,
  | 'id'
  | 'title'
  | 'slug'
  | 'adult'
  | 'status'
  | 'createdAt'
  | 'deadline'
  | 'goalCents'
  | 'pledgedCents'
  | 'floorCents'
  | 'atCurrentAmount'
  | 'responseDueAt'
  | 'accountDueAt'
  | 'accountPausedAt'
  | 'paymentDueAt'
  | 'shortfallDueAt'
  | 'deliveryDueAt'
  | 'quietUntil'
> & {
  now: Date;
  ownerUsername: string;
  profileUsername: string | null;
  isOwner: boolean;
  /** Is the creator who may accept it. */
  isCreator: boolean;
  /** The pool takes no pledges while its creator is suspended. */
  creatorSuspended: boolean;
  /** The person's live pledge; null without one. */
  pledgedAmountCents: number | null;
  pledgeStatus: PledgeStatus | null;
  pledgeDueAt: Date | null;
};

/**
 * The pools that a person started, makes, backs or follows and that have a deadline, the nearest first. The deadlines of a frozen pool stand still
 * and will move, so it has none.
 */
export async function listDatedPools(sql: Connection, userId: string, limit: number): Promise<DatedPool[]> {
  return sql<DatedPool[]>`
    with mine as (
      select id from pools where owner_id = ${userId} and status = any(${[...datedStatuses]}::text[])
      union select id from pools where assigned_creator_id = ${userId} and status = any(${[...datedStatuses]}::text[])
      union select pool_id from pledges where fan_id = ${userId} and status = any(${[...livePledgeStatuses]}::text[])
      union select pool_id from pool_saves where user_id = ${userId})
    select p.id, p.title, p.slug, p.adult, p.status, p.created_at, p.deadline, p.goal_cents, p.pledged_cents, p.floor_cents, p.at_current_amount,
      p.response_due_at, p.account_due_at, p.account_paused_at, p.payment_due_at, p.shortfall_due_at, p.delivery_due_at, p.quiet_until,
      clock_timestamp() as now, o.username as owner_username, c.username as profile_username,
      p.owner_id = ${userId} as is_owner, coalesce(p.assigned_creator_id = ${userId}, false) as is_creator, is_suspended(p.assigned_creator_id) as creator_suspended,
      g.amount_cents as pledged_amount_cents, g.status as pledge_status, g.due_at as pledge_due_at
    from mine join pools p on p.id = mine.id
    join users o on o.id = p.owner_id
    left join creator_profiles c on c.id = p.creator_profile_id
    left join pledges g on g.pool_id = p.id and g.fan_id = ${userId} and g.status = any(${[...livePledgeStatuses]}::text[])
    where p.status = any(${[...datedStatuses]}::text[]) and not p.frozen
      and (p.status in ('open', 'goal_met', 'accepted') or g.pool_id is not null or ${userId} in (p.owner_id, p.assigned_creator_id))
    order by p.clock_at nulls last, p.id limit ${limit}`;
}
