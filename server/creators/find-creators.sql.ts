import type { Connection } from '#server/platform/postgres/db.ts';
import { type CreatorRow, creatorColumns, creatorSource } from './creators.sql.ts';

/** All names of a profile, in the expression of the index `creator_profiles_search`. */
export const names = (sql: Connection) => sql`(c.username || ' ' || c.display_name || ' ' || c.full_name)`;

/** Matches without accents and inside Chinese and Japanese names, by the index `creator_profiles_search_folded`. */
const matchesFolded = (sql: Connection, text: string) =>
  sql`(' ' || search_fold${names(sql)} || ' ') like search_names_pattern(${text})`;

export interface NamePattern {
  /** The text as typed. */
  text: string;
  /** The text, escaped for LIKE. */
  pattern: string;
  /** Matches similar names instead. Its cost grows with their number, so callers use it only if the exact text finds too little. */
  slips: boolean;
}

/** Two letters make no trigram, so they match at the start of words. Typos are tolerated from four letters. */
export function named(sql: Connection, { text, pattern, slips }: NamePattern) {
  const { length } = [...text];
  if (length < 3) {
    return sql`(${names(sql)} ilike ${`${pattern}%`} or ${names(sql)} ilike ${`% ${pattern}%`} or ${matchesFolded(sql, text)})`;
  }
  if (length < 4 || !slips) return sql`(${names(sql)} ilike ${`%${pattern}%`} or ${matchesFolded(sql, text)})`;
  return sql`c.id in (select creators_like(${text}, 50))`;
}

/** Finds creators by name or by similar names: exact matches first, then prefixes, then other matches. */
export async function findCreatorRows(
  sql: Connection,
  { seesAdult, limit, ...name }: NamePattern & { seesAdult: boolean; limit: number },
): Promise<CreatorRow[]> {
  const { text, pattern, slips } = name;
  const begins = `${pattern}%`;
  return sql<CreatorRow[]>`
    select ${creatorColumns(sql)} from ${creatorSource(sql)}
    where ${named(sql, name)} ${seesAdult ? sql`` : sql`and not coalesce(k.adult, false)`}
    order by lower(${text}) in (lower(c.username), lower(c.display_name), lower(c.full_name)) desc,
      (c.display_name ilike ${begins} or c.username ilike ${begins} or c.full_name ilike ${begins}) desc,
      ${slips ? sql`${names(sql)} ilike ${`%${pattern}%`} desc, word_similarity(${text}, ${names(sql)}) desc,` : sql``}
      c.follower_count desc, c.username
    limit ${limit}`;
}
