import type { Actor } from '#server/platform/http/request-context.ts';

/** The author and admins may delete a comment. */
export const mayDeleteComment = (actor: Actor | null, { authorId }: { authorId: string }): boolean =>
  actor !== null && (actor.userId === authorId || actor.role === 'admin');
