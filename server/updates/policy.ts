import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { isAssignedCreator, isOwner, maySeePool } from '#server/pools/policy.ts';
import type { PoolRow } from '#server/pools/pool.ts';
import type { UpdatePlace } from './updates.sql.ts';

/** Only the assigned creator and the owner post updates, not even an admin. Throws not_found, forbidden, pool_state, pool_frozen. */
export function assertMayPost(actor: Actor, pool: PoolRow): void {
  if (!maySeePool(actor, pool)) throw appError('not_found');
  if (!isOwner(actor, pool) && !isAssignedCreator(actor, pool)) {
    throw appError('forbidden', { message: 'Only the creator and the fan who started this pool can post updates.' });
  }
  if (pool.status === 'in_review' || pool.status === 'removed') throw appError('pool_state');
  if (pool.frozen) throw appError('pool_frozen');
}

/** Whether the person sees that the update exists: they may see its pool. */
export const maySeeUpdate = (actor: Actor | null, update: UpdatePlace): boolean => maySeePool(actor, update);

/** Whether the person may read the text and see the pictures. */
export const mayReadUpdate = (actor: Actor | null, { readable }: Pick<UpdatePlace, 'readable'>): boolean =>
  readable || actor?.role === 'admin';

export const mayEditUpdate = (actor: Actor | null, { authorId }: Pick<UpdatePlace, 'authorId'>): boolean =>
  actor?.userId === authorId;

/** The author and admins. */
export const mayDeleteUpdate = (actor: Actor | null, update: Pick<UpdatePlace, 'authorId'>): boolean =>
  mayEditUpdate(actor, update) || actor?.role === 'admin';
