import type { Comment, Reply } from '#contract/comments.ts';
import type { Actor } from '#server/platform/http.ts';
import type { CommentRow } from './comments.sql.ts';

/** The author, or an admin. */
export const mayDeleteComment = (actor: Actor | null, { authorId }: { authorId: string }): boolean =>
  actor !== null && (actor.userId === authorId || actor.role === 'admin');

/** A comment as this person sees it; of a deleted one only that it was there. */
export function replyOf(row: CommentRow, actor: Actor | null): Reply {
  const deleted = row.deletedAt !== null;
  const { authorId: id, username, displayName, avatarUrl } = row;
  return {
    id: row.id,
    parentId: row.parentId,
    content: deleted ? '' : row.content,
    createdAt: row.createdAt.toISOString(),
    deleted,
    author: deleted ? null : { id, username, displayName, avatarUrl },
    canDelete: !deleted && mayDeleteComment(actor, row),
  };
}

export function commentOf(row: CommentRow, replies: readonly CommentRow[], actor: Actor | null): Comment {
  return {
    ...replyOf(row, actor),
    replyCount: row.replyCount,
    replies: replies.filter(({ parentId }) => parentId === row.id).map((reply) => replyOf(reply, actor)),
  };
}
