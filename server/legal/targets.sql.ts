import type { TakedownKind } from '#contract/legal.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

/** Material that belongs to a pool. */
export type PoolMaterialKind = Exclude<TakedownKind, 'picture'>;

/** Something in a pool that an admin can disable, and the person who posted it. */
export interface Target {
  kind: PoolMaterialKind;
  id: string;
  poolId: string;
  /** The title or the beginning of the text. */
  words: string;
  adult: boolean;
  userId: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  /** An earlier notice has disabled it. */
  disabled: boolean;
}

const commentsMax = 100;

/** Lists these pools with their approved deliveries and latest comments, except removed or deleted ones. */
export async function listTargets(sql: Connection, poolIds: string[]): Promise<Target[]> {
  return sql<Target[]>`
    select t.*, u.username, u.display_name, u.avatar_url, exists (
      select 1 from takedown_materials m
      where m.kind = t.kind and m.target_id = t.id and m.status <> 'restored') as disabled
    from (
      select 'pool' as kind, p.id, p.id as pool_id, p.title as words, p.adult, p.owner_id as user_id, p.created_at, 1 as rank
      from pools p where p.id = any(${poolIds}::uuid[]) and p.status <> 'removed'
      union all
      select 'delivery', c.id, c.pool_id, p.title, p.adult, c.creator_id, c.decided_at, 2
      from content_claims c join pools p on p.id = c.pool_id
      where c.pool_id = any(${poolIds}::uuid[]) and c.status = 'approved' and p.status <> 'removed'
      union all
      (select 'comment', c.id, c.pool_id, left(c.content, 140), p.adult, c.author_id, c.created_at, 3
      from comments c join pools p on p.id = c.pool_id
      where c.pool_id = any(${poolIds}::uuid[]) and c.deleted_at is null
      order by c.created_at desc limit ${commentsMax})) t
    join users u on u.id = t.user_id
    order by t.pool_id, t.rank, t.created_at desc`;
}

/** Finds the pool of one target; undefined if it does not exist. */
export async function findPoolOf(
  sql: Connection,
  { kind, id }: { kind: PoolMaterialKind; id: string },
): Promise<{ poolId: string; words: string; adult: boolean } | undefined> {
  const [row] = await sql<{ poolId: string; words: string; adult: boolean }[]>`
    select p.id as pool_id, coalesce(t.words, p.title) as words, p.adult
    from (
      select id as pool_id, null as words from pools where ${kind} = 'pool' and id = ${id}
      union all
      select pool_id, null from content_claims where ${kind} = 'delivery' and id = ${id}
      union all
      select pool_id, left(content, 140) from comments where ${kind} = 'comment' and id = ${id}) t
    join pools p on p.id = t.pool_id`;
  return row;
}

/** The people who posted what a notice names: owners and creators of its pools, and owners of its pictures. */
export async function listPeopleAtPlaces(
  sql: Connection,
  places: readonly { poolIds: string[]; imageKeys: string[] }[],
): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select distinct x.user_id from pools o cross join lateral (values (o.owner_id), (o.assigned_creator_id)) x (user_id)
    where o.id = any (${places.flatMap(({ poolIds }) => poolIds)}::uuid[]) and x.user_id is not null
    union
    select owner_id from images where key = any (${places.flatMap(({ imageKeys }) => imageKeys)}::text[])`;
  return rows.map(({ userId }) => userId);
}
