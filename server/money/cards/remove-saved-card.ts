import { appError } from '#contract/errors.ts';
import type {} from '#server/money/hooks.ts';
import { forgetCardJob } from '#server/money/job-kinds.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { markCardRemoved } from './cards.sql.ts';

/**
 * Removes a saved card, here and at the processor. `card.assert_unused` may refuse it. Throws `not_found` for another
 * person's card.
 */
export async function removeSavedCard(
  { db, hooks, jobs }: Platform,
  actor: Pick<Actor, 'userId'>,
  cardId: string,
): Promise<void> {
  await db.tx(async (tx) => {
    const card = await markCardRemoved(tx, cardId, actor.userId);
    if (!card) throw appError('not_found');
    for (const assert of hooks.all('card.assert_unused')) await assert(tx, { cardId, userId: actor.userId });
    await jobs.enqueue(tx, forgetCardJob, card);
  });
}
