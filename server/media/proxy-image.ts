import { join } from 'node:path';
import { AppError } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { imageTypeOf, type ProxyFit, proxySides } from '#contract/images.ts';
import { verbatim } from '#contract/language/text.ts';
import { createBoundedQueue } from '#server/platform/limits/bounded-queue.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type FetchPolicy, fetchPublic } from './fetch-public.ts';
import { openImageCache } from './image-cache.ts';
import { makeThumbnail } from './reencode-image.ts';

export const maxImageBytes = 5 * 1024 * 1024;

/** Downloads at most 5 MB from another server. Does not check that the bytes are an image. */
export async function fetchImage(address: string, policy: FetchPolicy): Promise<Buffer> {
  const accept = 'image/webp,image/png,image/jpeg';
  return (await fetchPublic(address, policy, { accept, agent: 'image proxy', maxBytes: maxImageBytes })).data;
}

export const proxyDayMs = 24 * 60 * 60 * 1000;
const cacheBytes = 256 * 1024 * 1024;
const maxConcurrent = 8;
const maxWaiting = 64;
/** A failed image is not fetched again within this time. */
const failedForMs = 60_000;
const maxFailed = 2000;

export interface ProxiedImage {
  url: string;
  width: number;
  height: number;
  fit: ProxyFit;
}

const pixels = /^\d{1,5}$/;

/** Clamps a side to 16–512 pixels. Returns undefined if the query has none. Throws validation_failed. */
function sideOf(name: 'w' | 'h', given: unknown): number | undefined {
  if (given === undefined || given === '') return undefined;
  const side = typeof given === 'string' && pixels.test(given) ? Number(given) : 0;
  if (side > 0) return Math.min(proxySides.max, Math.max(proxySides.min, side));
  const message = () => verbatim(`${name} must be a number of pixels, from ${proxySides.min} to ${proxySides.max}.`);
  throw appError('validation_failed', { message, fields: { [name]: message } });
}

function fitOf(given: unknown): ProxyFit {
  if (given === undefined || given === '' || given === 'cover') return 'cover';
  if (given === 'inside') return given;
  const message = () => verbatim('fit must be cover or inside.');
  throw appError('validation_failed', { message, fields: { fit: message } });
}

/** Parses the query. Clamps sides to 16–512 pixels; one side alone makes a square, and none a thumbnail. Throws image_unavailable, validation_failed. */
export function readProxyQuery(query: Record<string, unknown>): ProxiedImage {
  const { url } = query;
  const width = sideOf('w', query.w);
  const height = sideOf('h', query.h);
  const fit = fitOf(query.fit);
  if (typeof url !== 'string' || url === '' || url.length > 2048 || !URL.canParse(url))
    throw appError('image_unavailable');
  return {
    url: new URL(url).href,
    width: width ?? height ?? proxySides.thumbnail,
    height: height ?? width ?? proxySides.thumbnail,
    fit,
  };
}

/**
 * Fetches pictures from other servers, shrinks and re-encodes them. Every failure throws image_unavailable, which reveals nothing
 * about networks that only this server can reach. Throws `unavailable` if too many fetches are waiting.
 */
export function createImageProxy({ config, files, log }: Platform) {
  const cache = openImageCache(join(config.dataDir, 'cache', 'proxied'), {
    maxBytes: cacheBytes,
    maxAgeMs: proxyDayMs,
  });
  /** Limits the connections to other servers. */
  const inQueue = createBoundedQueue(maxConcurrent, maxWaiting);
  const running = new Map<string, Promise<Buffer>>();
  const failed = new Map<string, number>();

  async function make(key: string, { url, width, height, fit }: ProxiedImage): Promise<Buffer> {
    try {
      const source = await inQueue(() => fetchImage(url, { allow: config.imageProxyAllow }));
      if (!imageTypeOf(source)) throw appError('image_unavailable');
      const picture = await makeThumbnail(source, width, height, fit);
      await files
        .requireSpace(picture.length)
        .then(() => cache.put(key, picture))
        .catch((error) => log.warn({ err: error }, 'a proxied picture was not cached'));
      return picture;
    } catch (error) {
      if (error instanceof AppError && error.code === 'unavailable') throw error;
      log.debug({ err: error }, 'a picture was not proxied');
      remember(failed, key);
      throw appError('image_unavailable');
    }
  }

  return {
    /** Returns the cached picture, or null. */
    cached: (image: ProxiedImage) => cache.get(keyOf(image)),
    async fetch(image: ProxiedImage): Promise<Buffer> {
      const key = keyOf(image);
      if ((failed.get(key) ?? 0) > performance.now()) throw appError('image_unavailable');
      const runningFetch = running.get(key);
      if (runningFetch !== undefined) return runningFetch;
      const work = make(key, image).finally(() => running.delete(key));
      running.set(key, work);
      return work;
    },
  };
}

/** `cover` adds nothing to the key: cached files from before `fit` existed were cropped. */
const keyOf = ({ url, width, height, fit }: ProxiedImage) =>
  `${width}x${height} ${fit === 'cover' ? '' : `${fit} `}${url}`;

function remember(failed: Map<string, number>, key: string): void {
  failed.delete(key);
  failed.set(key, performance.now() + failedForMs);
  const [oldest] = failed.keys();
  if (failed.size > maxFailed && oldest !== undefined) failed.delete(oldest);
}
