import { currentLanguage } from '#contract/language/text.ts';
import { isAdultCategory } from './limits.ts';
import { pledgingPoolStatuses } from './pools/pool-status.ts';
import type { Pool, PoolCard } from './pools/pools.ts';

/** The URL of something that the server draws in the language of the moment: with `lang`, unless that is English. */
export function inThisLanguage(path: string): string {
  const language = currentLanguage();
  return language ? `${path}${path.includes('?') ? '&' : '?'}lang=${language.locale}` : path;
}

/** Share pictures, which other sites show next to a link: 1200 by 630, drawn by the server. */
export const shareSize = { width: 1200, height: 630 } as const;

/** The share picture of a pool. Its URL contains the amounts, so that caches fetch a new picture after every pledge. */
export function poolShareImage({
  id,
  pledgedAmount,
  currentAmount,
  atEnd,
}: Pick<PoolCard, 'id' | 'pledgedAmount' | 'currentAmount'> & Partial<Pick<Pool, 'atEnd'>>): string {
  return inThisLanguage(`/share/pool/${id}.jpg?v=${atEnd?.pledgedAmount ?? pledgedAmount}-${currentAmount}`);
}

export const creatorShareImage = (username: string) =>
  inThisLanguage(`/share/creator/${encodeURIComponent(username)}.jpg`);

/** The share picture of all other pages, in English. */
export const siteShareImage = '/share/site.jpg';

/** The calendar entry (iCalendar, RFC 5545) of the last hour in which a pool takes pledges. */
export const poolCalendarPath = (poolId: string) => inThisLanguage(`/calendar/pool/${poolId}.ics`);

/** Whether the pool has a calendar entry: it still takes pledges and has a deadline ahead. */
export const hasDeadlineAhead = ({ status, frozen, fundable, creatorSuspended, deadline }: Pool): boolean =>
  pledgingPoolStatuses.includes(status) &&
  !frozen &&
  fundable &&
  !creatorSuspended &&
  Date.parse(deadline) > Date.now();

/** The oEmbed endpoint, which tells other sites how to embed a link (oembed.com). */
export const oembedPath = '/api/oembed';

/** The RSS (`xml`) or Atom feed of a page; `base` is '' for all pools. */
export const feedPath = (base: string, format: 'xml' | 'atom') => inThisLanguage(`${base}/feed.${format}`);
export const categoryFeedBase = (category: string) => `/category/${encodeURIComponent(category.toLowerCase())}`;
export const creatorFeedBase = (username: string) => `/creator/${encodeURIComponent(username)}`;

/** Whether a creator is hidden before the age gate, because their category is adult. */
export const isAdultCreator = (category: string | null) => category !== null && isAdultCategory(category);
