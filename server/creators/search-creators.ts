import type { CreatorSummary } from '#contract/creators.ts';
import { limits } from '#contract/limits.ts';
import type { Platform } from '#server/platform/platform.ts';
import { escapeLike } from '#server/platform/sql-text.ts';
import { creatorSummaryOf, seesAdult, type Viewer } from './creator.ts';
import { searchCreatorRows } from './creators.sql.ts';

/** Creators by a part of their name; nothing below two characters, so that one letter does not list everyone. */
export async function searchCreators(
  context: Platform,
  viewer: Viewer,
  input: { name: string; limit: number },
): Promise<CreatorSummary[]> {
  if (input.name.length < limits.creatorSearch.min) return [];
  const rows = await searchCreatorRows(context.db.sql, {
    pattern: escapeLike(input.name),
    adultToo: seesAdult(context, viewer),
    limit: input.limit,
  });
  return rows.map(creatorSummaryOf);
}
