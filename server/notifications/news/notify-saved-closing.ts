import { t } from '#contract/language/text.ts';
import { type Notice, nameOfPool, pictureAndMeter, poolLink } from '#server/notifications/notice.ts';
import { findPool, isApartFromPool, type PoolRow } from '#server/notifications/notice-pools.sql.ts';
import { findRecipient } from '#server/notifications/notice-recipients.sql.ts';
import { notify } from '#server/notifications/notify.ts';
import type { Platform } from '#server/platform/platform.ts';

/**
 * Reminds a person that a pool they follow closes soon, unless the pool no longer takes pledges
 * or a block stands between the person and its owner or creator.
 */
export async function notifySavedClosing(
  context: Platform,
  { userId, poolId }: { userId: string; poolId: string },
): Promise<void> {
  await context.db.tx(async (tx) => {
    const pool = await findPool(tx, poolId);
    const person = await findRecipient(tx, userId);
    if (!person || pool?.status !== 'open' || pool.frozen || (await isApartFromPool(tx, userId, poolId))) return;
    await notify(context, tx, person, () => savedClosingNotice(pool), poolId);
  });
}

export const savedClosingNotice = (pool: PoolRow): Notice => ({
  kind: 'saved_closing',
  title: t`A pool you follow closes soon`,
  body: t`Less than 24 hours are left to back ${{ pool: nameOfPool(pool) }}.`,
  ...poolLink(pool),
  ...pictureAndMeter(pool),
});
