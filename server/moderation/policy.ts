import type { Actor } from '#server/platform/http/request-context.ts';

/** No one reports their own content. Who may see it is checked before. */
export const mayReport = (actor: Actor, authorId: string | null): boolean => actor.userId !== authorId;
