import { randomBytes } from 'node:crypto';
import type { Pool } from '#contract/pools/pools.ts';
import { slugify } from '#contract/slugify.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { recordMove } from '#server/pools/lifecycle/apply-pool-event.ts';
import { type PoolRow, untitledSlug } from './pool.ts';
import {
  assertOwnImages,
  assertRequestTaken,
  assignedOf,
  categoriesOfForm,
  deadlineFault,
  fundingWindowOf,
  type PoolFields,
} from './pool-form.ts';
import { insertPool, type NewPool, replacePoolImages } from './pools.sql.ts';
import { showPool } from './show-pool.ts';

/** Starts a pool. It opens at once, except adult pools, which an admin reviews first. */
export async function createPool(context: MoneyContext, actor: Actor, form: PoolFields): Promise<Pool> {
  await context.limits.limiter('create-pool', { points: 240, perMs: 60 * 60_000 }).consume(actor.userId);
  const categories = await categoriesOfForm(context, form.categories);
  const adult = categories.some((category) => category.adult);
  const imageIds = [...new Set(form.imageIds ?? [])];
  const titleSlug = slugify(form.title);
  const urlHash = randomBytes(6).toString('hex');
  const pool = await context.db.tx(async (tx) => {
    await assertOwnImages(tx, actor.userId, imageIds);
    const assignedCreatorId = await assignedOf(tx, form.creatorProfileId);
    const creatorProfileId = form.creatorProfileId ?? null;
    const request = { ownerId: actor.userId, creatorProfileId, assignedCreatorId, goalCents: form.fundingGoal };
    await assertRequestTaken(tx, { ...request, categories });
    const created = await insertWithFreeSlug(context, tx, {
      ...request,
      title: form.title,
      titleSlug: titleSlug || untitledSlug,
      // A title in another script has no slug. Its address is the one with the hash, because "pool" says nothing.
      slug: titleSlug || `${untitledSlug}-${urlHash}`,
      urlHash,
      description: form.description,
      status: adult ? 'in_review' : 'open',
      adult,
      categoryIds: categories.map(({ id }) => id),
      deadline: form.deadline ?? null,
    });
    await replacePoolImages(tx, created.id, imageIds);
    await recordMove(context, tx, created, {
      from: null,
      event: 'created',
      reason: null,
      actorId: actor.userId,
      now: created.createdAt,
    });
    return created;
  });
  // No masking: the owner just wrote this content.
  return showPool(context, { actor, seesAdult: true }, pool.id);
}

/** Slugs that would collide with pages under /pool/. */
const reserved = new Set(['create']);

async function insertWithFreeSlug(context: InTransaction<Platform>, tx: Tx, pool: NewPool): Promise<PoolRow> {
  const window = fundingWindowOf(context);
  const suffixed = () => `${pool.titleSlug}-${randomBytes(3).toString('hex')}`;
  for (let slug = reserved.has(pool.slug) ? suffixed() : pool.slug; ; slug = suffixed()) {
    const result = await insertPool(tx, { ...pool, slug }, window);
    if (result === 'deadline') throw deadlineFault();
    if (result !== 'slug') return result;
  }
}
