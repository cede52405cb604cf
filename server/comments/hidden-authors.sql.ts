import type { HiddenBy } from '#contract/comments.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

/** Those of the authors whose comments a block hides from the reader. */
export async function listHiddenAuthors(
  sql: Connection,
  readerId: string,
  authorIds: string[],
): Promise<Map<string, HiddenBy>> {
  const rows = await sql<{ id: string; hiddenBy: HiddenBy }[]>`
    select a as id, case when has_blocked(${readerId}::uuid, a) then 'me' else 'them' end as hidden_by
    from writers_hidden_from(${readerId}::uuid) a where a = any(${authorIds}::uuid[])`;
  return new Map(rows.map(({ id, hiddenBy }) => [id, hiddenBy]));
}
