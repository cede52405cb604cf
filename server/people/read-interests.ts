import type { Interests } from '#contract/interests.ts';
import { readCategories } from '#server/creators/categories.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readInterestsRow } from './interests.sql.ts';

/** Leaves out categories that have become adult since the person chose them. */
export async function readInterests(context: Platform, actor: Actor): Promise<Interests> {
  const [row, { byId }] = await Promise.all([readInterestsRow(context.db.sql, actor.userId), readCategories(context)]);
  const interests = row.categoryIds.flatMap((id) => {
    const category = byId.get(id);
    return category && !category.adult ? category.name : [];
  });
  return { interests, welcome: row.welcome };
}
