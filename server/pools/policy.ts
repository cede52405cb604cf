import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { PoolRow } from './pool.ts';

type Owned = Pick<PoolRow, 'ownerId' | 'assignedCreatorId' | 'status'>;

/** What waits for its review or was removed is shown to those concerned only; for everyone else it does not exist. */
export function maySeePool(actor: Actor | null, pool: Owned): boolean {
  if (pool.status !== 'in_review' && pool.status !== 'removed') return true;
  return actor !== null && (actor.role === 'admin' || isOwner(actor, pool) || isAssignedCreator(actor, pool));
}

/** A fan who ever pledged to a removed pool may read what happened to it and to their money. */
export function maySeeRemoval(pool: Pick<Owned, 'status'>, hasPledged: boolean): boolean {
  return pool.status === 'removed' && hasPledged;
}

/** Whether its words and pictures are kept from them; then they have no say in it either. */
export function isHeldBack({ ageVerified }: { ageVerified: boolean }, { adult }: Pick<PoolRow, 'adult'>): boolean {
  return adult && !ageVerified;
}

export function isOwner(actor: Actor | null, pool: Pick<Owned, 'ownerId'>): boolean {
  return actor !== null && actor.userId === pool.ownerId;
}

export function isAssignedCreator(actor: Actor | null, pool: Pick<Owned, 'assignedCreatorId'>): boolean {
  return actor !== null && actor.userId === pool.assignedCreatorId;
}

/** A pool is claimed by a creator with a profile of their own, and only where it asks for that profile or for no one. */
export function assertMayClaim(
  actor: Actor,
  pool: Owned & Pick<PoolRow, 'creatorProfileId'>,
  profileId: string | undefined,
): void {
  if (!maySeePool(actor, pool)) throw appError('not_found');
  if (!profileId) throw appError('forbidden', { message: 'Only verified creators can claim a pool.' });
  if (pool.creatorProfileId && pool.creatorProfileId !== profileId) {
    throw appError('not_your_request', { message: 'This pool asks another creator.' });
  }
}

/** Only the person who started a pool edits it, admins included: what fans read stays in one hand. */
export function assertMayEdit(actor: Actor, pool: Owned): void {
  if (!maySeePool(actor, pool)) throw appError('not_found');
  if (!isOwner(actor, pool)) throw appError('own_pool_only');
}

/** The person who started it, or an admin. */
export function assertMayCancel(actor: Actor, pool: Owned): void {
  if (!maySeePool(actor, pool)) throw appError('not_found');
  if (actor.role !== 'admin' && !isOwner(actor, pool)) throw appError('own_pool_only');
}

/** Accepting, declining, going ahead, giving up and delivering belong to the assigned creator alone. */
export function assertMayAnswer(actor: Actor, pool: Owned): void {
  if (!maySeePool(actor, pool)) throw appError('not_found');
  if (!isAssignedCreator(actor, pool)) throw appError('not_your_request');
}
