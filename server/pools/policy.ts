import type { AppError } from '#contract/app-error.ts';
import { latePledgePoolStatuses } from '#contract/contributors.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { PledgeRefusal } from '#contract/pools/pledge-refusals.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import { isAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Actor, RequestContext } from '#server/platform/http/request-context.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import type { PoolRow } from './pool.ts';
import { isClaimable } from './pool-state.ts';
import { listPeopleOfPool } from './pools.sql.ts';

export type Owned = Pick<PoolRow, 'ownerId' | 'assignedCreatorId' | 'status'>;

/** Why a person may not do something; undefined when they may. */
export type Refusal = AppError | undefined;

/** Pools in review and removed pools are visible only to the people involved. Everyone else gets not_found. */
export function maySeePool(actor: Actor | null, pool: Owned): boolean {
  if (pool.status !== 'in_review' && pool.status !== 'removed') return true;
  return actor !== null && (actor.role === 'admin' || isOwner(actor, pool) || isAssignedCreator(actor, pool));
}

/** A fan who ever pledged to a removed pool can see what happened to it and to their money. */
export function maySeeRemoval(pool: Pick<Owned, 'status'>, hasPledged: boolean): boolean {
  return pool.status === 'removed' && hasPledged;
}

export function isOwner(actor: Actor | null, pool: Pick<Owned, 'ownerId'>): boolean {
  return actor !== null && actor.userId === pool.ownerId;
}

export function isAssignedCreator(actor: Actor | null, pool: Pick<Owned, 'assignedCreatorId'>): boolean {
  return actor !== null && actor.userId === pool.assignedCreatorId;
}

/** Only a creator with a profile can claim a pool, and only a pool that names this profile or no creator. */
export function refusalOfClaim(
  actor: Actor,
  pool: Owned & Pick<PoolRow, 'creatorProfileId' | 'frozen'>,
  profileId: string | null,
): Refusal {
  if (!maySeePool(actor, pool)) return appError('not_found');
  if (!profileId) return appError('forbidden', { message: () => t`Only verified creators can claim a pool.` });
  if (pool.creatorProfileId && pool.creatorProfileId !== profileId) {
    return appError('not_your_request', { message: () => t`This pool is for another creator.` });
  }
  if (!isClaimable(pool)) return appError('pool_state');
  return pool.frozen ? appError('pool_frozen') : undefined;
}

/** Only the owner, not even an admin. */
export function refusalOfOwner(actor: Actor, pool: Owned): Refusal {
  if (!maySeePool(actor, pool)) return appError('not_found');
  return isOwner(actor, pool) ? undefined : appError('own_pool_only');
}

const editable: readonly PoolStatus[] = ['in_review', 'open', 'goal_met'];

/** The owner can edit a pool while no one else has pledged. */
export function refusalOfEdit(actor: Actor, pool: Owned & Pick<PoolRow, 'frozen'>, othersPledged: boolean): Refusal {
  const refusal = refusalOfOwner(actor, pool);
  if (refusal) return refusal;
  if (!editable.includes(pool.status)) return appError('pool_state');
  if (pool.frozen) return appError('pool_frozen');
  return othersPledged ? appError('pool_has_pledges') : undefined;
}

/** The owner or an admin. The lifecycle decides about the state. */
export function refusalOfCanceler(actor: Actor, pool: Owned): Refusal {
  if (!maySeePool(actor, pool)) return appError('not_found');
  return actor.role === 'admin' || isOwner(actor, pool) ? undefined : appError('own_pool_only');
}

/**
 * Whether the actor cancels the pool as an admin, because its owner may not or is someone else. The audit trail records it, and the people
 * who may gain by it cannot decide it (`peopleOfPool`).
 */
export const cancelsAsAdmin = (actor: Actor, pool: Owned, othersPledged: boolean): boolean =>
  othersPledged || !isOwner(actor, pool);

/** Only the assigned creator can accept, decline, go ahead, give up or deliver. The lifecycle decides about the state. */
export function refusalOfAnswerer(actor: Actor, pool: Owned): Refusal {
  if (!maySeePool(actor, pool)) return appError('not_found');
  return isAssignedCreator(actor, pool) ? undefined : appError('not_your_request');
}

/** The assigned creator of a pool that is paid or delivered. */
export function refusalOfLateSwitch(actor: Actor, pool: Owned & Pick<PoolRow, 'frozen'>): Refusal {
  const refusal = refusalOfAnswerer(actor, pool);
  if (refusal) return refusal;
  if (!latePledgePoolStatuses.includes(pool.status)) return appError('pool_state');
  return pool.frozen ? appError('pool_frozen') : undefined;
}

/**
 * Why the viewer cannot pledge to the pool now, whatever the amount; null when they can. A fan may pledge to any pool they may see
 * while it takes pledges (`refusal`, in SQL because it also decides under the lock of the pool). An adult pool also needs a passed age
 * gate and a server that funds adult pools.
 */
export function refusalOfPledge(
  { actor, seesAdult }: Pick<RequestContext, 'actor' | 'seesAdult'>,
  pool: Owned & { adult: boolean; refusal: PledgeRefusal | null },
  { fundsAdult }: { fundsAdult: boolean },
): PledgeRefusal | null {
  if (!maySeePool(actor, pool)) return 'not_found';
  if (pool.adult && !fundsAdult) return 'pool_adult_unfundable';
  if (isAgeGated({ seesAdult }, pool)) return 'age_gate';
  return pool.refusal;
}

/** Actions that an owner who is an admin may take on their own pool: they gain nothing, and fans get their money back. */
const againstOwner = new Set(['cancel', 'freeze', 'remove']);

/** The people who may gain by this decision about a pool: its creator, the owner of the profile that it names, and its owner. */
export function peopleOfPool(sql: Connection, poolId: string, action: string): Promise<string[]> {
  return listPeopleOfPool(sql, poolId, { withOwner: !againstOwner.has(action) });
}
