import { t } from '#contract/language/text.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Notice, nameOfPool, pathOfPool } from './notice.ts';
import { findThanks, type ThanksRow } from './notice-messages.sql.ts';
import { findPool, type PoolRow } from './notice-pools.sql.ts';
import { areApart, findRecipient } from './notice-recipients.sql.ts';
import { notify } from './notify.ts';

/** Notifies the creator of a fan's thank-you, unless one of the two has blocked the other. Never mailed on its own. */
export async function notifyThanks(context: Platform, thanksId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const thanks = await findThanks(tx, thanksId);
    const pool = thanks && (await findPool(tx, thanks.poolId));
    const creator = thanks?.creatorId ? await findRecipient(tx, thanks.creatorId) : undefined;
    if (!thanks || !pool || !creator || (await areApart(tx, creator.id, thanks.fanId))) return;
    await notify(context, tx, creator, () => thankedNotice(pool, thanks), thanksId);
  });
}

/** Does not quote the text, so that nothing remains of it after the fan or an admin deletes it. */
export const thankedNotice = (pool: PoolRow, { fanId, fanName }: Pick<ThanksRow, 'fanId' | 'fanName'>): Notice => ({
  kind: 'thanked',
  title: fanName === null ? t`An anonymous fan thanked you` : t`${{ name: fanName }} thanked you`,
  body: t`For your delivery of ${{ pool: nameOfPool(pool) }}.`,
  href: `${pathOfPool(pool)}#delivered`,
  poolId: pool.id,
  ...(fanName === null ? {} : { personId: fanId }),
  action: t`Read the thank-you`,
  quiet: true,
});
