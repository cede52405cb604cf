import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { PoolRow } from './pool.ts';

type Owned = Pick<PoolRow, 'ownerId' | 'assignedCreatorId' | 'status'>;

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
export function assertMayClaim(
  actor: Actor,
  pool: Owned & Pick<PoolRow, 'creatorProfileId'>,
  profileId: string | undefined,
): void {
  if (!maySeePool(actor, pool)) throw appError('not_found');
  if (!profileId) throw appError('forbidden', { message: 'Only verified creators can claim a pool.' });
  if (pool.creatorProfileId && pool.creatorProfileId !== profileId) {
    throw appError('not_your_request', { message: 'This pool is for another creator.' });
  }
}

/** Only the owner can edit a pool, not even an admin. */
export function assertMayEdit(actor: Actor, pool: Owned): void {
  if (!maySeePool(actor, pool)) throw appError('not_found');
  if (!isOwner(actor, pool)) throw appError('own_pool_only');
}

/** The owner or an admin. */
export function assertMayCancel(actor: Actor, pool: Owned): void {
  if (!maySeePool(actor, pool)) throw appError('not_found');
  if (actor.role !== 'admin' && !isOwner(actor, pool)) throw appError('own_pool_only');
}

/** Only the assigned creator can accept, decline, go ahead, give up or deliver. */
export function assertMayAnswer(actor: Actor, pool: Owned): void {
  if (!maySeePool(actor, pool)) throw appError('not_found');
  if (!isAssignedCreator(actor, pool)) throw appError('not_your_request');
}
