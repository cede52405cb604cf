import type { Comment, HiddenBy, Reply } from '#contract/comments.ts';
import { maskAdultPerson } from '#server/creators/creator.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { CommentRow } from './comments.sql.ts';
import { mayDeleteComment } from './policy.ts';

/** The reader of a comment. */
export interface CommentReader {
  actor: Actor | null;
  seesAdult: boolean;
  /** The ids of the comments that the reader likes. */
  liked: ReadonlySet<string>;
  /** The authors whose comments a block hides from the reader. */
  hidden: ReadonlyMap<string, HiddenBy>;
}

/** The view of a comment for its reader. A deleted or hidden comment has no text and no author. */
export function replyOf(row: CommentRow, { actor, seesAdult, liked, hidden: authors }: CommentReader): Reply {
  const deleted = row.deletedAt !== null;
  const hidden = deleted ? null : (authors.get(row.authorId) ?? null);
  const gone = deleted || hidden !== null;
  const { authorId: id, username, displayName, avatarUrl } = row;
  const author = maskAdultPerson({ id, username, displayName, avatarUrl }, { adult: row.authorAdult, seesAdult });
  return {
    id: row.id,
    parentId: row.parentId,
    content: gone ? '' : row.content,
    createdAt: row.createdAt.toISOString(),
    deleted,
    hidden,
    author: gone ? null : author,
    canDelete: !gone && mayDeleteComment(actor, row),
    likeCount: gone ? 0 : row.likeCount,
    isLiked: !gone && liked.has(row.id),
  };
}

export function commentOf(row: CommentRow, replies: readonly CommentRow[], reader: CommentReader): Comment {
  return {
    ...replyOf(row, reader),
    replyCount: row.replyCount,
    replies: replies.filter(({ parentId }) => parentId === row.id).map((reply) => replyOf(reply, reader)),
  };
}
