import type { z } from 'zod';
import { appError } from '#contract/errors.ts';
import { plural, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import type { postUpdate as contract, Update } from '#contract/updates.ts';
import { isLongerThan } from '#contract/values/tidy-text.ts';
import { assertNotAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { lockForActor } from '#server/pools/lock-for-actor.ts';
import { assertOwnImages } from '#server/pools/pool-form.ts';
import { publishPoolNews } from '#server/pools/publish-pool.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import type {} from './facts.ts';
import { refusalOfPost } from './policy.ts';
import { updateOf } from './update.ts';
import { countUpdatesToday, findUpdate, findUpdateByKey, insertUpdate, replaceImages } from './updates.sql.ts';

type Form = z.output<typeof contract.body>;

/**
 * Posts an update on a pool. Notices and emails follow as jobs. Repeating the call with the same key returns the first update. Throws
 * `not_found`, `forbidden`, `pool_state`, `pool_frozen`, `age_gate`, `rate_limited`, `request_key_reused`.
 */
export async function postUpdate(
  context: Platform,
  viewer: Viewer & { actor: Actor },
  key: string,
  form: Form,
): Promise<Update> {
  const { actor } = viewer;
  await context.limits.limiter('updates', { points: 30, perMs: 60 * 60_000 }).consume(actor.userId);
  assertFits(form.content);
  return context.db.tx(async (tx) => {
    // The lock makes a repeated call wait, and the count of today's updates exact.
    const { pool } = await lockForActor(tx, actor, key, refusalOfPost);
    assertNotAgeGated(context.config, viewer, pool);
    const existing = await findUpdateByKey(tx, actor.userId, form.requestKey);
    if (existing && (existing.poolId !== pool.id || existing.audience !== form.audience)) {
      throw appError('request_key_reused', {
        message: () => t`This request key was already used for a different update.`,
      });
    }
    if (existing?.deleted) throw appError('not_found', { message: () => t`This update was deleted.` });
    const id = existing?.id ?? (await storeUpdate(context, tx, { poolId: pool.id, authorId: actor.userId }, form));
    return readUpdate(context, tx, viewer, id);
  });
}

/** The database counts code points, and normalizing may lengthen a text. */
export function assertFits(content: string): void {
  if (!isLongerThan(content, limits.update.max)) return;
  const message = () => t`Update must be 10,000 characters or less`;
  throw appError('validation_failed', { message, fields: { content: message } });
}

export async function readUpdate(
  context: InTransaction<Platform>,
  tx: Tx,
  viewer: Viewer & { actor: Actor },
  id: string,
): Promise<Update> {
  const row = await findUpdate(context, tx, id, viewer.actor.userId);
  if (!row) throw appError('not_found');
  return updateOf(row, viewer);
}

const tooOften = () =>
  appError('rate_limited', {
    message: () =>
      t`A pool can have ${plural({ updates: limits.update.perPoolAndDay }, { one: '# update', other: '# updates' })} a day. Your text is kept. Post it tomorrow.`,
  });

async function storeUpdate(
  context: InTransaction<Platform>,
  tx: Tx,
  { poolId, authorId }: { poolId: string; authorId: string },
  { content, audience, requestKey, imageIds }: Form,
): Promise<string> {
  if ((await countUpdatesToday(tx, poolId)) >= limits.update.perPoolAndDay) throw tooOften();
  const images = [...new Set(imageIds)];
  await assertOwnImages(tx, authorId, images);
  const id = await insertUpdate(tx, { poolId, authorId, audience, content, requestKey });
  await replaceImages(tx, id, images);
  await context.facts.publish(tx, 'update.posted', { updateId: id });
  afterCommit(tx, () => publishPoolNews(context, { id: poolId, about: 'updates' }));
  return id;
}
