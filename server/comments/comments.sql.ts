import type { PoolStatus } from '#contract/pools/pools.ts';
import type { CommentSort } from '#contract/sorts.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { personInPool } from '#server/pools/person-in-pool.ts';
import type { CommentSubject } from './comment-subject.ts';

type Subject = Pick<CommentSubject, 'poolId' | 'updateId'>;

export interface CommentRow {
  id: string;
  poolId: string;
  /** The update that it is about; null if it is about the pool. */
  updateId: string | null;
  parentId: string | null;
  content: string;
  replyCount: number;
  likeCount: number;
  createdAt: Date;
  deletedAt: Date | null;
  authorId: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  /** The author's name and picture are adult content. */
  authorAdult: boolean;
}

const columns = (sql: Connection) => sql`
  c.id, c.pool_id, c.update_id, c.parent_id, c.content, c.reply_count, c.like_count, c.created_at, c.deleted_at, c.author_id,
  u.username, u.display_name, u.avatar_url, u.adult as author_adult`;

const author = (sql: Connection) => personInPool(sql, { userId: sql`c.author_id`, poolId: sql`c.pool_id` });

/** Deleted comments are listed while they have replies. */
const threads = (sql: Connection, { poolId, updateId }: Subject) => {
  const about = updateId
    ? sql`c.update_id = ${updateId} and c.update_id is not null`
    : sql`c.pool_id = ${poolId} and c.update_id is null`;
  return sql`${about} and c.parent_id is null and (c.deleted_at is null or c.reply_count > 0)`;
};

interface Window {
  limit: number;
  offset: number;
}

/** The first comments of threads, newest first or with the most likes first. The offset skips entries of an index, not joined rows. */
export async function listThreads(
  sql: Connection,
  subject: Subject,
  { sort, limit, offset }: Window & { sort: CommentSort },
): Promise<CommentRow[]> {
  const order = sql`${sort === 'top' ? sql`c.like_count desc,` : sql``} c.created_at desc, c.id desc`;
  return sql<CommentRow[]>`
    select ${columns(sql)} from (
      select c.id from comments c where ${threads(sql, subject)} order by ${order} limit ${limit} offset ${offset}) page
    join comments c on c.id = page.id cross join lateral ${author(sql)} u
    order by ${order}`;
}

export async function countThreads(sql: Connection, subject: Subject): Promise<number> {
  const [row] = await sql<{ n: number }[]>`select count(*) as n from comments c where ${threads(sql, subject)}`;
  return row?.n ?? 0;
}

/** The oldest replies of each of these threads. */
export async function listFirstReplies(sql: Connection, threadIds: string[], limit: number): Promise<CommentRow[]> {
  return sql<CommentRow[]>`
    select ${columns(sql)}
    from unnest(${threadIds}::uuid[]) as t (id)
    cross join lateral (
      select * from comments r where r.parent_id = t.id and r.deleted_at is null
      order by r.created_at, r.id limit ${limit}) c
    cross join lateral ${author(sql)} u
    order by c.created_at, c.id`;
}

/** Replies of one thread, oldest first. */
export async function listThreadReplies(
  sql: Connection,
  threadId: string,
  { limit, offset }: Window,
): Promise<CommentRow[]> {
  return sql<CommentRow[]>`
    select ${columns(sql)} from (
      select c.id from comments c where c.parent_id = ${threadId} and c.deleted_at is null
      order by c.created_at, c.id limit ${limit} offset ${offset}) page
    join comments c on c.id = page.id cross join lateral ${author(sql)} u
    order by c.created_at, c.id`;
}

export async function findComment(sql: Connection, id: string): Promise<CommentRow | undefined> {
  const [row] = await sql<CommentRow[]>`
    select ${columns(sql)} from comments c cross join lateral ${author(sql)} u where c.id = ${id}`;
  return row;
}

/** The pool, the update and the author of a comment. The pool and the update decide who may see the comment. */
export interface CommentPlace {
  id: string;
  poolId: string;
  updateId: string | null;
  authorId: string;
  replyCount: number;
  deleted: boolean;
  ownerId: string;
  assignedCreatorId: string | null;
  status: PoolStatus;
  adult: boolean;
}

export async function findCommentPlace(sql: Connection, id: string): Promise<CommentPlace | undefined> {
  const [row] = await sql<CommentPlace[]>`
    select c.id, c.pool_id, c.update_id, c.author_id, c.reply_count, c.deleted_at is not null as deleted, p.owner_id, p.assigned_creator_id,
      p.status, p.adult
    from comments c join pools p on p.id = c.pool_id where c.id = ${id}`;
  return row;
}

interface NewComment {
  poolId: string;
  updateId: string | null;
  authorId: string;
  content: string;
}

export async function insertComment(tx: Tx, { poolId, updateId, authorId, content }: NewComment): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into comments (pool_id, update_id, author_id, content)
    values (${poolId}, ${updateId}, ${authorId}, ${content}) returning id`;
  if (!row) throw new Error('no comment was inserted');
  return row.id;
}

/** Inserts a reply into the thread of its parent; undefined if the parent is deleted or about something else. */
export async function insertReply(tx: Tx, reply: NewComment & { answersId: string }): Promise<string | undefined> {
  const { poolId, updateId, authorId, content, answersId } = reply;
  const [row] = await tx<{ id: string }[]>`
    insert into comments (pool_id, update_id, author_id, parent_id, content)
    select a.pool_id, a.update_id, ${authorId}::uuid, coalesce(a.parent_id, a.id), ${content}
    from comments a where a.id = ${answersId} and a.pool_id = ${poolId} and a.update_id is not distinct from ${updateId} and a.deleted_at is null
    returning id`;
  return row?.id;
}

/** Makes other transactions that delete or restore the comment wait for this one. */
export async function lockCommentRow(tx: Tx, id: string): Promise<void> {
  await tx`select 1 from comments where id = ${id} for no key update`;
}

/** Deletes the text of a comment; false if it was deleted before. */
export async function markDeleted(tx: Tx, id: string, deletedBy: string): Promise<boolean> {
  const rows = await tx`
    update comments set content = '', deleted_at = clock_timestamp(), deleted_by = ${deletedBy}
    where id = ${id} and deleted_at is null
    returning id`;
  return rows.length > 0;
}

/** The number of comments and replies on a pool or on an update. */
export async function readCommentCount(sql: Connection, { poolId, updateId }: Subject): Promise<number> {
  const [row] = await sql<{ commentCount: number }[]>`
    select comment_count from pools where id = ${poolId} and ${updateId}::uuid is null
    union all
    select comment_count from pool_updates where id = ${updateId}`;
  return row?.commentCount ?? 0;
}

/** Puts the text of a deleted comment back; false if it is not deleted. */
export async function putBackText(tx: Tx, id: string, content: string): Promise<boolean> {
  const rows = await tx`
    update comments set content = ${content}, deleted_at = null, deleted_by = null
    where id = ${id} and deleted_at is not null
    returning id`;
  return rows.length > 0;
}
