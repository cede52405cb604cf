/** Orders of threads. Threads with the same number of likes follow each other newest first. */
export const commentSorts = ['newest', 'top'] as const;
export type CommentSort = (typeof commentSorts)[number];
