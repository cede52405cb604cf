/** Orders of threads. Threads with the same number of likes follow each other newest first. */
export const commentSorts = ['newest', 'top'] as const;
export type CommentSort = (typeof commentSorts)[number];

/** Orders of the list of people. `pools` and `backs`: the most first. A search without an order has the best match first. */
export const peopleSorts = ['newest', 'name', 'pools', 'backs'] as const;
export type PeopleSort = (typeof peopleSorts)[number];

/** Orders of the feed. By default the newest pools come first, and in a search the best matches. */
export const poolSorts = ['trending', 'newest', 'ending-soon', 'almost-there', 'most-funded'] as const;

export type PoolSort = (typeof poolSorts)[number];
