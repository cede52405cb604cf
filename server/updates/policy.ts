import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { isAssignedCreator, isOwner, maySeePool, type Owned, type Refusal } from '#server/pools/policy.ts';
import type { PoolRow } from '#server/pools/pool.ts';
import type { UpdatePlace } from './updates.sql.ts';

type Stage = Pick<PoolRow, 'status' | 'frozen'>;

function refusalOf({ status, frozen }: Stage): 'pool_state' | 'pool_frozen' | null {
  if (status === 'in_review' || status === 'removed') return 'pool_state';
  return frozen ? 'pool_frozen' : null;
}

/** Whether updates of the pool can be posted and edited now: an edit could publish text that was disabled with the pool. */
export const takesUpdates = (pool: Stage): boolean => refusalOf(pool) === null;

/** Throws pool_state, pool_frozen. */
export function assertTakesUpdates(pool: Stage): void {
  const refusal = refusalOf(pool);
  if (refusal) throw appError(refusal);
}

/** Only the assigned creator and the owner post updates, not even an admin. */
export function refusalOfPost(actor: Actor, pool: Owned & Stage): Refusal {
  if (!maySeePool(actor, pool)) return appError('not_found');
  if (!isOwner(actor, pool) && !isAssignedCreator(actor, pool)) {
    return appError('forbidden', {
      message: () => t`Only the creator and the fan who started this pool can post updates.`,
    });
  }
  const refusal = refusalOf(pool);
  return refusal ? appError(refusal) : undefined;
}

/** Whether the person sees that the update exists: they may see its pool. */
export const maySeeUpdate = (actor: Actor | null, update: UpdatePlace): boolean => maySeePool(actor, update);

/** Whether the update is for this person, too. */
export const mayReadUpdate = (actor: Actor | null, { readable }: Pick<UpdatePlace, 'readable'>): boolean =>
  readable || actor?.role === 'admin';

export const mayEditUpdate = (actor: Actor | null, { authorId }: Pick<UpdatePlace, 'authorId'>): boolean =>
  actor?.userId === authorId;

/** The author and admins. */
export const mayDeleteUpdate = (actor: Actor | null, update: Pick<UpdatePlace, 'authorId'>): boolean =>
  mayEditUpdate(actor, update) || actor?.role === 'admin';
