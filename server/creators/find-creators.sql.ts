import type { Connection } from '#server/platform/postgres/db.ts';
import { type CreatorRow, creatorColumns, creatorSource } from './creators.sql.ts';

/** All names of a profile, in the words of the index creator_profiles_search. */
export const names = (sql: Connection) => sql`(c.username || ' ' || c.display_name || ' ' || c.full_name)`;

export interface NamePattern {
  /** As it was typed. */
  text: string;
  /** The same, escaped for LIKE. */
  pattern: string;
  /** What resembles it instead; costs as much as there are such names, so that it is for when the text itself finds too little. */
  slips: boolean;
}

/** Two letters make no trigram of their own, so that they are looked for where words begin; from four on slips can be forgiven. */
export function named(sql: Connection, { text, pattern, slips }: NamePattern) {
  const { length } = [...text];
  if (length < 3) return sql`(${names(sql)} ilike ${`${pattern}%`} or ${names(sql)} ilike ${`% ${pattern}%`})`;
  if (length < 4 || !slips) return sql`${names(sql)} ilike ${`%${pattern}%`}`;
  return sql`c.id in (select creators_like(${text}, 50))`;
}

/** Creators by a name, or by what resembles it: the name itself first, then what begins so, then what holds it. */
export async function findCreatorRows(
  sql: Connection,
  { adultToo, limit, ...name }: NamePattern & { adultToo: boolean; limit: number },
): Promise<CreatorRow[]> {
  const { text, pattern, slips } = name;
  const begins = `${pattern}%`;
  return sql<CreatorRow[]>`
    select ${creatorColumns(sql)} from ${creatorSource(sql)}
    where ${named(sql, name)} ${adultToo ? sql`` : sql`and not coalesce(k.adult, false)`}
    order by lower(${text}) in (lower(c.username), lower(c.display_name), lower(c.full_name)) desc,
      (c.display_name ilike ${begins} or c.username ilike ${begins} or c.full_name ilike ${begins}) desc,
      ${slips ? sql`${names(sql)} ilike ${`%${pattern}%`} desc, word_similarity(${text}, ${names(sql)}) desc,` : sql``}
      c.follower_count desc, c.username
    limit ${limit}`;
}
