import type { ListCount } from '#server/moderation/hooks.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

/** Counts the copyright notices of each status, each up to `max`. A notice with a counter-notice also counts as acted on. */
export async function countTakedowns(sql: Connection, max: number): Promise<ListCount[]> {
  return sql<ListCount[]>`
    select 'takedowns' as list, s.status,
      (select count(*) from (select 1 from takedown_notices n where n.status = s.status limit ${max}) x) as count
    from (values ('open'), ('acted'), ('rejected')) s (status)
    union all
    select 'takedowns', 'countered', (
      select count(*) from (select distinct notice_id from takedown_materials where due_at is not null and status = 'countered' limit ${max}) x)`;
}
