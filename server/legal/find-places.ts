import { parsePoolPath } from '#contract/pools/pool-path.ts';
import { imageKeyOf } from '#server/media/image-url.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findPoolId } from '#server/pools/find-visible-pool.ts';
import { listPoolsOfImages, listProfilePictureUrls } from './pictures.sql.ts';

/** The target of an address in a notice. */
export interface Place {
  location: string;
  poolIds: string[];
  /** The keys of pictures. */
  imageKeys: string[];
}

/** Finds the pools, profile pictures and covers at addresses of this site, which may lack their scheme and host. */
export async function findPlaces(context: Platform, locations: readonly string[]): Promise<Place[]> {
  return Promise.all(locations.map(async (location) => ({ location, ...(await placeAt(context, location)) })));
}

async function placeAt(context: Platform, location: string): Promise<Omit<Place, 'location'>> {
  const none = { poolIds: [], imageKeys: [] };
  const path = pathOf(context, location);
  if (path === undefined) return none;
  const { sql } = context.db;
  const key = imageKeyOf(path);
  if (key) {
    const pools = await listPoolsOfImages(sql, [key]);
    return { poolIds: pools.map(({ poolId }) => poolId), imageKeys: [key] };
  }
  const [, username] = /^\/(?:creator|user)\/([\w.-]+)\/?$/.exec(path) ?? [];
  if (username)
    return {
      ...none,
      imageKeys: (await listProfilePictureUrls(sql, username)).flatMap((url) => imageKeyOf(url) ?? []),
    };
  const address = parsePoolPath(path);
  const poolId = address && (await findPoolId(context.db.sql, address));
  return poolId ? { ...none, poolIds: [poolId] } : none;
}

function pathOf({ config: { publicUrl } }: Platform, location: string): string | undefined {
  const given = /^https?:\/\//i.test(location) || location.startsWith('/') ? location : `https://${location}`;
  if (!URL.canParse(given, publicUrl)) return undefined;
  const url = new URL(given, publicUrl);
  return url.hostname === new URL(publicUrl).hostname ? url.pathname : undefined;
}
