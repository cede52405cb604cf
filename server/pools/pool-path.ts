/** Where a pool's page can be addressed: by one key (id, slug, or title with hash), or by its creator and a slug. */
export type PoolAddress =
  | { by: 'key'; key: string }
  | { by: 'id'; id: string }
  | { by: 'creator'; creatorUsername: string; slug: string };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => uuid.test(text);

/** Reads any of the six forms; null for every other path. A category's slug is not needed: the creator and the title decide. */
export function parsePoolPath(path: string): PoolAddress | null {
  const segments = segmentsOf(path);
  const [first, one, two, three] = segments;
  if (!one) return null;
  if (first === 'pool' && segments.length === 2) return { by: 'key', key: one };
  if (first !== 'tip-pool') return null;
  if (segments.length === 2) return { by: 'key', key: one };
  if (segments.length === 3 && two) return { by: 'creator', creatorUsername: one, slug: two };
  if (segments.length === 4 && three) {
    return isUuid(three) ? { by: 'id', id: three } : { by: 'creator', creatorUsername: one, slug: three };
  }
  return null;
}

function segmentsOf(path: string): string[] {
  const [pathname = ''] = path.split(/[?#]/, 1);
  if (!pathname.startsWith('/') || !URL.canParse(pathname, 'http://localhost')) return [];
  try {
    const segments = pathname.replace(/\/$/, '').slice(1).split('/').map(decodeURIComponent);
    // Nothing of ours has such a character in its address, and the database could not even look for some of them.
    return segments.some((segment) => /\p{Cc}/u.test(segment)) ? [] : segments;
  } catch (error) {
    // A stray % is not an address of ours.
    if (error instanceof URIError) return [];
    throw error;
  }
}

/** The last part of a title with hash. */
export const hashOf = (titleWithHash: string): string => titleWithHash.slice(titleWithHash.lastIndexOf('-') + 1);
