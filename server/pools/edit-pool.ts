import { appError } from '#contract/errors.ts';
import { inEnglish, msg, t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { slugify } from '#contract/slugify.ts';
import { type Categories, readCategories } from '#server/creators/categories.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { assertEdits } from '#server/platform/http/edit-version.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { applyPoolEvent, publishAssignment } from '#server/pools/lifecycle/apply-pool-event.ts';
import { scheduleCreatorReminders, scheduleDeadlineJob } from '#server/pools/lifecycle/schedule-pool-jobs.ts';
import { closePoolClaims } from './claims/decide-pool-claim.ts';
import type {} from './facts.ts';
import type {} from './hooks.ts';
import { lockForActor } from './lock-for-actor.ts';
import { refusalOfEdit, refusalOfOwner } from './policy.ts';
import type { PoolRow } from './pool.ts';
import { untitledSlug } from './pool.ts';
import {
  assertOwnImages,
  assertRequestTaken,
  assignedOf,
  categoriesOfForm,
  deadlineFault,
  fundingWindowOf,
  type PoolFields,
} from './pool-form.ts';
import { deadlineOf, later, type PoolPatch } from './pool-state.ts';
import { findContentMark, isDeadlineFitting, listPoolImages, replacePoolImages, savePoolPatch } from './pools.sql.ts';
import { showPool } from './show-pool.ts';

/**
 * Changes a pool while no one but its owner has pledged, so that fans get the pool that they pledged to. Pledges that wait for a card do
 * not prevent it; if the content changes, they end.
 */
export async function editPool(
  context: MoneyContext,
  actor: Actor,
  key: string,
  { version, ...form }: Partial<PoolFields> & { version?: string | undefined },
): Promise<Pool> {
  const categories = form.categories && (await categoriesOfForm(context, form.categories));
  const categoryIndex = await readCategories(context);
  const poolId = await context.db.tx(async (tx) => {
    const { pool, now } = await lockForActor(tx, actor, key, refusalOfOwner, { blocksInserts: true });
    const othersPledged = await context.hooks.one('pool.has_other_pledges')(tx, pool.id, pool.ownerId);
    const refusal = refusalOfEdit(actor, pool, othersPledged);
    if (refusal) throw refusal;
    await assertNotEditedSince(tx, pool, { version, categoryIndex });
    const patch: PoolPatch = { ...(await fieldsOf(context, tx, pool, form, now)) };
    if (categories) Object.assign(patch, categoryPatch(pool, categories));
    await assertStillReviewed(tx, pool, { ...pool, ...patch }, form.imageIds);
    if (form.imageIds) await saveImages(tx, pool, form.imageIds);
    const edited = { ...pool, ...patch };
    await assertStillTaken(tx, categoryIndex, pool, edited);
    const saved = await savePoolPatch(tx, pool, { ...patch, clockAt: deadlineOf(edited, context.config.windows) });
    if (!saved) throw appError('conflict');
    await publishIfChanged(context, tx, pool);
    await publishAssignment(context, tx, pool, saved, { byOwner: true });
    await scheduleDeadlineJob(context, tx, saved, now);
    if (saved.creatorProfileId && saved.creatorProfileId !== pool.creatorProfileId) {
      await closePoolClaims(context, tx, {
        poolId: pool.id,
        reason: inEnglish(msg`The pool is now for another creator.`),
        adminId: null,
      });
    }
    // The owner's own pledge may meet a lower goal, or no longer meet a higher one.
    const after = await applyPoolEvent(context, tx, pool.id, { type: 'pledges_changed' });
    await askNewCreator(context, tx, pool, after, now);
    return pool.id;
  });
  // No masking: the owner just wrote this content.
  return showPool(context, { actor, seesAdult: true }, poolId);
}

/** Refuses an edit of an older version. Reads the fields only then, because the pool is locked. */
async function assertNotEditedSince(
  tx: Tx,
  pool: PoolRow,
  { version, categoryIndex }: { version: string | undefined; categoryIndex: Categories },
): Promise<void> {
  if (version === undefined || version === pool.contentMark) return;
  assertEdits(version, { version: pool.contentMark, fields: await editedFields(tx, pool, categoryIndex) });
}

/** The values of the form's fields that the content mark covers. */
async function editedFields(tx: Tx, pool: PoolRow, { byId }: Categories): Promise<Record<string, unknown>> {
  return {
    title: pool.title,
    description: pool.description,
    fundingGoal: pool.goalCents,
    categories: pool.categoryIds.flatMap((id) => byId.get(id)?.name ?? []),
    creatorProfileId: pool.creatorProfileId,
    imageIds: await listPoolImages(tx, pool.id),
  };
}

/** Publishes that the content differs from what it was before. */
async function publishIfChanged({ facts }: InTransaction<Platform>, tx: Tx, before: PoolRow): Promise<void> {
  const { id, ownerId, contentMark } = before;
  if ((await findContentMark(tx, id)) === contentMark) return;
  await facts.publish(tx, 'pool.content_changed', { poolId: id, ownerId });
}

/** Tells a creator who is new to a pool whose goal is already met, as the transition to `goal_met` tells the others. */
async function askNewCreator(
  context: InTransaction<Platform>,
  tx: Tx,
  before: PoolRow,
  pool: PoolRow,
  now: Date,
): Promise<void> {
  const creatorId = pool.assignedCreatorId;
  if (before.status !== 'goal_met' || pool.status !== 'goal_met') return;
  if (!creatorId || creatorId === before.assignedCreatorId) return;
  await scheduleCreatorReminders(context, tx, pool, now);
  await context.facts.publish(tx, 'pool.asks_creator', { poolId: pool.id, creatorId });
}

async function fieldsOf(
  context: InTransaction<Platform>,
  tx: Tx,
  pool: PoolRow,
  form: Partial<PoolFields>,
  now: Date,
): Promise<PoolPatch> {
  const patch: PoolPatch = {};
  if (form.title !== undefined) {
    patch.title = form.title;
    // Keep the slug, so that existing links work. The slug of the new title works, too.
    patch.titleSlug = slugify(form.title) || untitledSlug;
  }
  if (form.description !== undefined) patch.description = form.description;
  if (form.fundingGoal !== undefined) patch.goalCents = form.fundingGoal;
  if (form.deadline !== undefined) {
    if (!(await isDeadlineFitting(tx, form.deadline, fundingWindowOf(context)))) throw deadlineFault();
    patch.deadline = new Date(form.deadline);
  }
  if (form.creatorProfileId !== undefined && form.creatorProfileId !== pool.creatorProfileId) {
    patch.creatorProfileId = form.creatorProfileId;
    patch.assignedCreatorId = await assignedOf(tx, form.creatorProfileId);
  }
  return { ...patch, ...answerPatch(context, pool, patch, now) };
}

/** Another creator gets the whole time to answer; without a creator, that time ends at the funding deadline. */
function answerPatch({ config }: Pick<Platform, 'config'>, pool: PoolRow, patch: PoolPatch, now: Date): PoolPatch {
  const { deadline, assignedCreatorId } = { ...pool, ...patch };
  const isGivenAway = assignedCreatorId !== pool.assignedCreatorId;
  if (pool.status === 'open') return isGivenAway ? { responseLeftMs: null } : {};
  if (pool.status !== 'goal_met') return {};
  if (!assignedCreatorId) return patch.deadline || isGivenAway ? { responseDueAt: deadline } : {};
  return isGivenAway ? { responseDueAt: later(now, config.windows.responseMs) } : {};
}

/** Applies the creator's terms to the changes of this edit: all of them to a new creator, otherwise those on a lower goal or new categories. */
async function assertStillTaken(tx: Tx, { byId }: Categories, pool: PoolRow, edited: PoolRow): Promise<void> {
  const isAskedAnew = edited.creatorProfileId !== pool.creatorProfileId;
  const hasLowerGoal = edited.goalCents < pool.goalCents;
  const hasOtherCategories = edited.categoryIds.some((id) => !pool.categoryIds.includes(id));
  if (!isAskedAnew && !hasLowerGoal && !hasOtherCategories) return;
  const categories = edited.categoryIds.flatMap((id) => byId.get(id) ?? []);
  await assertRequestTaken(tx, { ...edited, categories }, [
    ...(isAskedAnew ? (['creatorProfileId'] as const) : []),
    ...(isAskedAnew || hasLowerGoal ? (['fundingGoal'] as const) : []),
    ...(isAskedAnew || hasOtherCategories ? (['categories'] as const) : []),
  ]);
}

function categoryPatch(pool: PoolRow, categories: { id: number; adult: boolean }[]): PoolPatch {
  const adult = categories.some((category) => category.adult);
  if (adult && !pool.adult && pool.status !== 'in_review') {
    throw appError('pool_state', {
      message: () =>
        t`An open pool cannot become an adult pool, because adult pools are reviewed first. Start a new pool.`,
    });
  }
  return { categoryIds: categories.map(({ id }) => id), adult };
}

/** Refuses other content for an adult pool that an admin has reviewed and opened. */
async function assertStillReviewed(tx: Tx, pool: PoolRow, edited: PoolRow, imageIds?: string[]): Promise<void> {
  if (!pool.adult || pool.status === 'in_review') return;
  const contentOf = ({ title, description, creatorProfileId, categoryIds }: PoolRow) =>
    JSON.stringify([title, description, creatorProfileId, categoryIds]);
  const hasSamePictures =
    !imageIds || JSON.stringify([...new Set(imageIds)]) === JSON.stringify(await listPoolImages(tx, pool.id));
  if (contentOf(pool) === contentOf(edited) && hasSamePictures) return;
  throw appError('pool_state', {
    message: () =>
      t`An admin reviewed this adult pool, so its title, description, pictures, categories and creator can’t change anymore. Start a new pool.`,
  });
}

async function saveImages(tx: Tx, pool: PoolRow, given: string[]): Promise<void> {
  const imageIds = [...new Set(given)];
  await assertOwnImages(tx, pool.ownerId, imageIds);
  await replacePoolImages(tx, pool.id, imageIds);
}
