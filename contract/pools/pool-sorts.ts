/** Orders of the feed. By default the newest pools come first, and in a search the best matches. */
export const poolSorts = ['trending', 'newest', 'ending-soon', 'almost-there', 'most-funded'] as const;

export type PoolSort = (typeof poolSorts)[number];
