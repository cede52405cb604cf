import { isUuid } from '#contract/values/ids.ts';
import { paths } from '../paths.ts';

/** The canonical path of a pool: the target creator (or, without one, the fan who started it), then the pool's slug. */
export const tipPoolPath = (creatorUsername: string, slug: string) => `/tip-pool/${creatorUsername}/${slug}`;

/** A path that reveals nothing about the pool, for adult pools where the title and the creator must stay hidden. */
export const poolIdPath = (poolId: string) => `/pool/${poolId}`;

/** The canonical path of a pool from its row. */
export function canonicalPoolPath(row: {
  slug: string;
  profileUsername: string | null;
  ownerUsername: string;
}): string {
  return tipPoolPath(row.profileUsername ?? row.ownerUsername, row.slug);
}

/** Whether a path has the form of a pool page. */
export const isPoolPath = (path: string): boolean => /^\/(?:tip-)?pool\/./.test(path) && path !== paths.createPool;

/** The tabs of a pool page. The first one is the page without a `tab` parameter. */
export const poolTabs = ['story', 'updates', 'comments', 'fans'] as const;
export type PoolTab = (typeof poolTabs)[number];

/** The path of a tab of a pool page. `poolPath` has neither a query nor a hash. */
export const poolTabPath = (poolPath: string, tab: PoolTab) =>
  tab === poolTabs[0] ? poolPath : `${poolPath}?tab=${tab}`;

/** The path of the comments on a pool, scrolled to them. */
export const poolCommentsPath = (poolPath: string) => `${poolTabPath(poolPath, 'comments')}#comments`;

/** The path of an update, scrolled to it. */
export const poolUpdatePath = (poolPath: string, updateId: string) =>
  `${poolTabPath(poolPath, 'updates')}#update-${updateId}`;

/** The pool's identification in a path: one key (id, slug, or title with hash), or the creator and a slug. */
export type PoolAddress =
  | { by: 'key'; key: string }
  | { by: 'id'; id: string }
  | { by: 'creator'; creatorUsername: string; slug: string };

/**
 * Parses any of the six forms of a pool's path; returns null for every other path. Ignores a category slug between creator and title,
 * because creator and title identify the pool.
 */
export function parsePoolPath(path: string): PoolAddress | null {
  const segments = segmentsOf(path);
  const [first, one, two, three] = segments;
  if (!one) return null;
  if (first === 'pool' && segments.length === 2) return { by: 'key', key: one };
  if (first !== 'tip-pool') return null;
  if (segments.length === 2) return { by: 'key', key: one };
  if (segments.length === 3 && two) return { by: 'creator', creatorUsername: one, slug: two };
  if (segments.length === 4 && three) {
    return isUuid(three) ? { by: 'id', id: three.toLowerCase() } : { by: 'creator', creatorUsername: one, slug: three };
  }
  return null;
}

function segmentsOf(path: string): string[] {
  const [pathname = ''] = path.split(/[?#]/, 1);
  if (!pathname.startsWith('/')) return [];
  try {
    const segments = pathname.replace(/\/$/, '').slice(1).split('/').map(decodeURIComponent);
    // No pool has a control character in its address, and PostgreSQL refuses some of them in text.
    return segments.some((segment) => /\p{Cc}/u.test(segment)) ? [] : segments;
  } catch (error) {
    // A stray % is not an escape.
    if (error instanceof URIError) return [];
    throw error;
  }
}

/** The hash at the end of a title with hash. */
export const hashOfTitle = (titleWithHash: string): string => titleWithHash.slice(titleWithHash.lastIndexOf('-') + 1);
