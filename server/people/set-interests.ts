import { appError } from '#contract/errors.ts';
import type { Interests } from '#contract/interests.ts';
import { t } from '#contract/language/text.ts';
import { readCategories } from '#server/creators/categories.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteWelcomeCard, readInterestsRow, replaceInterestRows } from './interests.sql.ts';

/** Leaves out categories that have become adult since the person chose them. */
export async function readInterests(context: Platform, actor: Actor): Promise<Interests> {
  const [row, { byId }] = await Promise.all([readInterestsRow(context.db.sql, actor.userId), readCategories(context)]);
  const interests = row.categoryIds.flatMap((id) => {
    const category = byId.get(id);
    return category && !category.adult ? category.name : [];
  });
  return { interests, welcome: row.welcome };
}

const refused = (message: () => string) => appError('validation_failed', { message, fields: { interests: message } });

/**
 * Replaces a person's interests and hides the welcome card permanently. The home page shows interests without the age gate, so adult
 * categories are refused. Throws validation_failed.
 */
export async function setInterests(context: Platform, actor: Actor, names: readonly string[]): Promise<Interests> {
  const { byName } = await readCategories(context);
  const ids = names.map((name) => {
    const category = byName.get(name.toLowerCase());
    if (!category) throw refused(() => t`There is no category "${{ name }}"`);
    if (category.adult) throw refused(() => t`Adult categories can’t be interests`);
    return category.id;
  });
  await context.db.tx(async (tx) => {
    await replaceInterestRows(tx, actor.userId, [...new Set(ids)]);
    await deleteWelcomeCard(tx, actor.userId);
  });
  return readInterests(context, actor);
}

/** Hides the welcome card permanently, on all devices. Safe to repeat. */
export async function skipWelcome(context: Platform, actor: Actor): Promise<Interests> {
  await deleteWelcomeCard(context.db.sql, actor.userId);
  return readInterests(context, actor);
}
