import type { HiddenBy } from '#contract/comments.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { UpdateAudience } from '#contract/updates.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';
import { personInPool } from '#server/pools/person-in-pool.ts';
import type {} from './hooks.ts';

/** The columns that decide who may read, edit and delete an update. */
export interface UpdatePlace {
  id: string;
  poolId: string;
  authorId: string;
  audience: UpdateAudience;
  content: string;
  /** The person backs the pool, or the update is for everyone, or it is the person's own, or of their pool. */
  readable: boolean;
  /** Who made the block that hides it from the person; null if no block does. */
  hidden: HiddenBy | null;
  ownerId: string;
  assignedCreatorId: string | null;
  status: PoolStatus;
  frozen: boolean;
  adult: boolean;
}

export interface UpdateRow extends UpdatePlace {
  likeCount: number;
  isLiked: boolean;
  commentCount: number;
  createdAt: Date;
  editedAt: Date | null;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  /** The author's name and picture are adult content. */
  authorAdult: boolean;
  images: { id: string; key: string; width: number; height: number }[];
}

/** For the pool `p`: whether this person has a pledge that counts. */
const backs = (sql: Connection, userId: Fragment) => sql`exists (
  select from pledges g
  where g.pool_id = p.id and g.fan_id = ${userId} and g.status in ('pledged', 'charging', 'notified', 'paid'))`;

/** For the update `x` of the pool `p`: whether this person may read it. Admins may read all of them. */
export function isReadable(sql: Connection, userId: string | null): Fragment {
  const id = sql`${userId}::uuid`;
  return sql`(x.audience = 'everyone'
    or coalesce(${id} in (x.author_id, p.owner_id, p.assigned_creator_id), false) or ${backs(sql, id)})`;
}

const placeColumns = (sql: Connection, viewerId: string | null) => sql`
  x.id, x.pool_id, x.author_id, x.audience, x.content, ${isReadable(sql, viewerId)} as readable,
  case when update_is_hidden(${viewerId}::uuid, x.author_id, x.pool_id)
    then case when has_blocked(${viewerId}::uuid, x.author_id) then 'me' else 'them' end end as hidden,
  p.owner_id, p.assigned_creator_id, p.status, p.frozen, p.adult`;

type Context = Pick<Platform, 'hooks'>;

const columns = ({ hooks }: Context, sql: Connection, viewerId: string | null) => sql`
  ${placeColumns(sql, viewerId)}, x.like_count, ${hooks.one('update.is_liked')(sql, viewerId)} as is_liked, x.comment_count,
  x.created_at, x.edited_at, u.username, u.display_name, u.avatar_url, u.adult as author_adult,
  coalesce((
    select json_agg(json_build_object('id', i.id, 'key', i.key, 'width', i.width, 'height', i.height) order by m.position)
    from pool_update_images m join images i on i.id = m.image_id where m.update_id = x.id), '[]') as images`;

const joins = (sql: Connection) => sql`
  join pools p on p.id = x.pool_id
  cross join lateral ${personInPool(sql, { userId: sql`x.author_id`, poolId: sql`x.pool_id` })} u`;

export async function listUpdateRows(
  context: Context,
  sql: Connection,
  { poolId, viewerId, limit, offset }: { poolId: string; viewerId: string | null; limit: number; offset: number },
): Promise<UpdateRow[]> {
  return sql<UpdateRow[]>`
    select ${columns(context, sql, viewerId)} from pool_updates x ${joins(sql)}
    where x.pool_id = ${poolId} and x.deleted_at is null
    order by x.created_at desc, x.id desc limit ${limit} offset ${offset}`;
}

export async function countUpdates(sql: Connection, poolId: string): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*) as n from pool_updates where pool_id = ${poolId} and deleted_at is null`;
  return row?.n ?? 0;
}

/** For the pool `p`: the number of its updates. */
export function updateCount(sql: Connection): Fragment {
  return sql`(select count(*) from pool_updates x where x.pool_id = p.id and x.deleted_at is null)`;
}

/** Undefined if it is deleted. */
export async function findUpdate(
  context: Context,
  sql: Connection,
  id: string,
  viewerId: string | null,
): Promise<UpdateRow | undefined> {
  const [row] = await sql<UpdateRow[]>`
    select ${columns(context, sql, viewerId)} from pool_updates x ${joins(sql)} where x.id = ${id} and x.deleted_at is null`;
  return row;
}

/** Undefined if it is deleted. */
export async function findUpdatePlace(
  sql: Connection,
  id: string,
  viewerId: string | null,
): Promise<UpdatePlace | undefined> {
  const [row] = await sql<UpdatePlace[]>`
    select ${placeColumns(sql, viewerId)} from pool_updates x join pools p on p.id = x.pool_id
    where x.id = ${id} and x.deleted_at is null`;
  return row;
}

/** An earlier update with the same request key, even if it is deleted. */
export async function findUpdateByKey(
  tx: Tx,
  authorId: string,
  requestKey: string,
): Promise<{ id: string; poolId: string; audience: UpdateAudience; deleted: boolean } | undefined> {
  const [row] = await tx<{ id: string; poolId: string; audience: UpdateAudience; deleted: boolean }[]>`
    select id, pool_id, audience, deleted_at is not null as deleted from pool_updates
    where author_id = ${authorId} and request_key = ${requestKey}`;
  return row;
}

/** The number of a pool's updates within the last 24 hours, deleted ones included. */
export async function countUpdatesToday(tx: Tx, poolId: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*) as n from pool_updates
    where pool_id = ${poolId} and created_at > clock_timestamp() - interval '24 hours'`;
  return row?.n ?? 0;
}

interface NewUpdate {
  poolId: string;
  authorId: string;
  audience: UpdateAudience;
  content: string;
  requestKey: string;
}

export async function insertUpdate(tx: Tx, update: NewUpdate): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into pool_updates ${tx(update, 'poolId', 'authorId', 'audience', 'content', 'requestKey')} returning id`;
  if (!row) throw new Error('no update was inserted');
  return row.id;
}

/** False if the update is deleted. */
export async function saveText(tx: Tx, id: string, content: string): Promise<boolean> {
  const rows = await tx`
    update pool_updates set content = ${content}, edited_at = clock_timestamp()
    where id = ${id} and deleted_at is null returning id`;
  return rows.length > 0;
}

/** Replaces the pictures of an update in this order. Returns the keys of the pictures that it no longer has. */
export async function replaceImages(tx: Tx, updateId: string, imageIds: string[]): Promise<string[]> {
  const gone = await tx<{ key: string }[]>`
    with gone as (delete from pool_update_images where update_id = ${updateId} returning image_id)
    select i.key from gone join images i on i.id = gone.image_id where i.id <> all(${imageIds}::uuid[])`;
  await tx`
    insert into pool_update_images (update_id, image_id, position)
    select ${updateId}, id, at from unnest(${imageIds}::uuid[]) with ordinality as given (id, at)`;
  return gone.map(({ key }) => key);
}

/** Deletes the text of an update; undefined if it was deleted before. */
export async function markUpdateDeleted(
  tx: Tx,
  id: string,
  deletedBy: string,
): Promise<{ poolId: string; authorId: string } | undefined> {
  const [row] = await tx<{ poolId: string; authorId: string }[]>`
    update pool_updates set content = '', deleted_at = clock_timestamp(), deleted_by = ${deletedBy}
    where id = ${id} and deleted_at is null
    returning pool_id, author_id`;
  return row;
}

export async function listUpdateIdsOf(tx: Tx, authorId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from pool_updates where author_id = ${authorId} and deleted_at is null order by id`;
  return rows.map(({ id }) => id);
}
