import { isAdultCategory } from './limits.ts';
import type { PoolCard } from './pools.ts';

/** The picture that others show beside a link: 1200 by 630, drawn by the server. */
export const shareSize = { width: 1200, height: 630 } as const;

/** The picture of a pool. Its amounts are part of the address, so that caches fetch a new picture after every pledge. */
export function poolShareImage(pool: Pick<PoolCard, 'id' | 'pledgedAmount' | 'currentAmount'>): string {
  return `/share/pool/${pool.id}.jpg?v=${pool.pledgedAmount}-${pool.currentAmount}`;
}

export const creatorShareImage = (username: string) => `/share/creator/${encodeURIComponent(username)}.jpg`;

/** The picture of every page that has none of its own. */
export const siteShareImage = '/share/site.jpg';

/** The small page of a pool that others may put into a frame. */
export const poolEmbedPath = (poolId: string) => `/embed/pool/${poolId}`;
export const embedSize = { width: 480, height: 320 } as const;

/** Where others ask what to show for a link of ours (oembed.com). */
export const oembedPath = '/api/oembed';

/** What readers of news can subscribe to; `base` is '' for everything. */
export const feedPath = (base: string, format: 'xml' | 'atom') => `${base}/feed.${format}`;
export const categoryFeedBase = (category: string) => `/category/${encodeURIComponent(category.toLowerCase())}`;
export const creatorFeedBase = (username: string) => `/creator/${encodeURIComponent(username)}`;

/** Whether anything of a creator may be shown to those who have not passed the age gate. */
export const isAdultCreator = (category: string | null) => category !== null && isAdultCategory(category);
