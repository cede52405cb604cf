import type { Connection } from '#server/platform/postgres/db.ts';

export interface AuditTargetRow {
  kind: string;
  id: string;
  poolId: string | null;
  userId: string | null;
  label: string | null;
}

/**
 * Finds pools by their title, and the claims, deliveries and objections that the audit trail names after them. A text of one or two
 * characters has no trigram inside a word: it matches beginnings.
 */
export async function findTargetsOfPools(sql: Connection, search: string, limit: number): Promise<string[]> {
  const pattern = search.length < 3 ? `${search}%` : `%${search}%`;
  const rows = await sql<{ id: string }[]>`
    with matches as materialized (select id from pools where title ilike ${pattern} limit ${limit})
    select id from matches
    union all (select x.id from matches join pool_claims x on x.pool_id = matches.id limit ${limit})
    union all (select x.id from matches join content_claims x on x.pool_id = matches.id limit ${limit})
    union all (select x.id from matches join objections x on x.pool_id = matches.id limit ${limit})`;
  return rows.map(({ id }) => id);
}

/** Finds the pool, the person and the name that belong to targets of audit rows. Their ids are UUIDs. */
export async function findAuditTargets(
  sql: Connection,
  targets: readonly { kind: string; id: string }[],
): Promise<AuditTargetRow[]> {
  const kinds = targets.map(({ kind }) => kind);
  const ids = targets.map(({ id }) => id);
  return sql<AuditTargetRow[]>`
    with i as (select distinct kind, id::uuid from unnest(${kinds}::text[], ${ids}::text[]) i (kind, id))
    select i.kind, i.id, x.id as pool_id, x.owner_id as user_id, null::text as label from i join pools x on x.id = i.id and i.kind = 'pool'
    union all
    select i.kind, i.id, null, x.user_id, '@' || u.username from i join creator_applications x on x.id = i.id and i.kind = 'creator_application'
      join users u on u.id = x.user_id
    union all
    select i.kind, i.id, null, x.owner_id, x.display_name from i join creator_profiles x on x.id = i.id and i.kind = 'creator_profile'
    union all
    select i.kind, i.id, x.pool_id, x.user_id, null from i join pool_claims x on x.id = i.id and i.kind = 'pool_claim'
    union all
    select i.kind, i.id, null, x.user_id, x.creator_name from i join creator_claims x on x.id = i.id and i.kind = 'creator_claim'
    union all
    select i.kind, i.id, x.pool_id, x.creator_id, null from i join content_claims x on x.id = i.id and i.kind = 'content_claim'
    union all
    select i.kind, i.id, x.pool_id, x.fan_id, null from i join objections x on x.id = i.id and i.kind = 'objection'
    union all
    select i.kind, i.id, x.pool_id, x.subject_id, '@' || u.username from i join reports x on x.id = i.id and i.kind = 'report'
      left join users u on u.id = x.subject_id
    union all
    select i.kind, i.id, x.pool_id, x.author_id, '@' || u.username from i join comments x on x.id = i.id and i.kind = 'comment'
      join users u on u.id = x.author_id
    union all
    select i.kind, i.id, x.pool_id, x.author_id, '@' || u.username from i join pool_updates x on x.id = i.id and i.kind = 'update'
      join users u on u.id = x.author_id
    union all
    select i.kind, i.id, null, x.sender_id, '@' || u.username from i join messages x on x.id = i.id and i.kind = 'message'
      join users u on u.id = x.sender_id
    union all
    select i.kind, i.id, x.pool_id, null, coalesce(c.name, initcap(x.kind)) from i join chat_rooms x on x.id = i.id and i.kind = 'room'
      left join categories c on c.id = x.category_id`;
}
