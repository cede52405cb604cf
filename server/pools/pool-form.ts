import type { z } from 'zod';
import { appError } from '#contract/errors.ts';
import { plural, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import type { poolForm } from '#contract/pools/pools.ts';
import { type CategoryRow, readCategories } from '#server/creators/categories.ts';
import { assertTermsKept } from '#server/creators/request-terms.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { type FundingWindow, findProfileOwner, listOwnImages } from './pools.sql.ts';

export type PoolFields = z.output<typeof poolForm>;

/** A validation error for one field of the form. */
export function fieldFault(field: keyof PoolFields, message: () => string): Error {
  return appError('validation_failed', { message, fields: { [field]: message } });
}

/** The categories with these names, ignoring case, each once. */
export async function categoriesOfForm(context: Platform, names: string[]): Promise<CategoryRow[]> {
  const { byName } = await readCategories(context);
  const chosen = new Map<number, CategoryRow>();
  for (const name of names) {
    const category = byName.get(name.toLowerCase());
    if (!category) throw fieldFault('categories', () => t`There is no category "${{ name }}"`);
    if (category.adult && !context.config.adultContent) throw appError('pool_adult_off');
    chosen.set(category.id, category);
  }
  return [...chosen.values()];
}

/** The account that can accept the pool: the owner of the target profile, if it has one. Throws `creator_suspended`. */
export async function assignedOf(tx: Tx, profileId: string | null | undefined): Promise<string | null> {
  if (!profileId) return null;
  const profile = await findProfileOwner(tx, profileId);
  if (!profile) throw fieldFault('creatorProfileId', () => t`There is no such creator`);
  if (profile.ownerSuspended) throw appError('creator_suspended');
  return profile.ownerId;
}

interface RequestedPool {
  ownerId: string;
  creatorProfileId: string | null;
  assignedCreatorId: string | null;
  goalCents: number;
  categories: readonly { name: string }[];
}
type TermsField = 'creatorProfileId' | 'fundingGoal' | 'categories';
const termsFields: readonly TermsField[] = ['creatorProfileId', 'fundingGoal', 'categories'];

/**
 * Rejects a request that the terms of its creator rule out by one of these fields. Creators may start any pool for themselves, and an
 * unclaimed profile has no terms. Throws `request_not_taken`.
 */
export async function assertRequestTaken(tx: Tx, pool: RequestedPool, fields = termsFields): Promise<void> {
  if (!pool.creatorProfileId || !pool.assignedCreatorId || pool.assignedCreatorId === pool.ownerId) return;
  const requested = { categories: pool.categories.map(({ name }) => name), goalCents: pool.goalCents };
  await assertTermsKept(tx, pool.creatorProfileId, requested, fields);
}

/**
 * Rejects pictures that this person did not upload, or that a takedown notice disabled. Locks the others against deletion; `lock: false`
 * is for an early check outside a transaction.
 */
export async function assertOwnImages(
  sql: Connection,
  ownerId: string,
  imageIds: string[],
  { lock = true } = {},
): Promise<void> {
  const own = await listOwnImages(sql, { ownerId, imageIds, lock });
  const usable = own.filter(({ isWithheld }) => !isWithheld);
  if (usable.length < new Set(imageIds).size)
    throw fieldFault('imageIds', () => t`One of the pictures is not yours or is gone`);
}

const dayMs = 24 * 60 * 60_000;

/**
 * The shortest and the longest funding time in milliseconds. A day on which clocks change has 23 or 25 hours, and browser clocks can be
 * off by minutes. Both limits therefore have a tolerance of 75 minutes, or of a tenth if tests shorten the windows.
 */
export function fundingWindowOf({ config }: Pick<Platform, 'config'>): FundingWindow {
  const { fundingMinMs, fundingMaxMs } = config.windows;
  const slack = (ms: number) => Math.min(75 * 60_000, ms / 10);
  return {
    minMs: fundingMinMs - slack(fundingMinMs),
    maxMs: fundingMaxMs + slack(fundingMaxMs),
    defaultMs: Math.min(limits.fundingDays.default * dayMs, fundingMaxMs),
  };
}

export function deadlineFault(): Error {
  const { min, max } = limits.fundingDays;
  return fieldFault(
    'deadline',
    () =>
      t`The deadline must be ${{ shortest: min }} to ${plural({ longest: max }, { one: '# day', other: '# days' })} from now`,
  );
}
