import type { CreatorSummary } from '#contract/creators/creators.ts';
import { limits } from '#contract/limits.ts';
import type { Platform } from '#server/platform/platform.ts';
import { escapeLike } from '#server/platform/postgres/sql-text.ts';
import { creatorSummaryOf, type Viewer } from './creator.ts';
import { findCreatorRows } from './find-creators.sql.ts';

/** Finds the creators that best match a text. Tolerates typos. */
export async function findCreators(
  context: Platform,
  viewer: Viewer,
  { text, limit }: { text: string; limit: number },
): Promise<CreatorSummary[]> {
  const search = { text, pattern: escapeLike(text), seesAdult: viewer.seesAdult, limit };
  const literal = await findCreatorRows(context.db.sql, { ...search, slips: false });
  if (literal.length === limit) return literal.map(creatorSummaryOf);
  const alike = await findCreatorRows(context.db.sql, { ...search, slips: true });
  const literalIds = new Set(literal.map(({ id }) => id));
  return [...literal, ...alike.filter(({ id }) => !literalIds.has(id))].slice(0, limit).map(creatorSummaryOf);
}

/** Searches creators by part of their name. Fewer than two characters find nothing, because one letter would list everyone. */
export async function searchCreators(
  context: Platform,
  viewer: Viewer,
  input: { name: string; limit: number },
): Promise<CreatorSummary[]> {
  if (input.name.length < limits.creatorSearch.min) return [];
  return findCreators(context, viewer, { text: input.name, limit: input.limit });
}
