import sharp from 'sharp';
import { AppError, appError } from '#contract/errors.ts';
import type { ProxyFit } from '#contract/image-proxy.ts';
import { createBoundedQueue } from '#server/platform/limits/bounded-queue.ts';

// Every decoder is a way in; only the three that people need stay open.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

export type PictureType = 'png' | 'jpeg' | 'webp';

/** A decompression bomb of a few kilobytes is refused by its size in pixels before any is decoded. */
const maxPixels = 40_000_000;
/** webp ends at 16,383. */
const maxHeight = 4000;
const decodeSeconds = 20;
/** Decoding takes whole cores and up to 160 MB: two at a time. */
const inQueue = createBoundedQueue(2, 32);

/** What a file is by its first bytes, whatever its name or its sender says. */
export function pictureType(data: Buffer): PictureType | undefined {
  const ascii = (from: number, to: number) => data.toString('latin1', from, to);
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (data[0] === 0xff && data[1] === 0xd8 && data[2] === 0xff) return 'jpeg';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  return undefined;
}

export interface EncodedPicture {
  data: Buffer;
  width: number;
  height: number;
}

/**
 * Decodes, turns upright, shrinks to at most `maxWidth` pixels and encodes as webp without any metadata.
 * `source` is the bytes or the path of a file. Throws `image_unreadable`.
 */
export function encodePicture(source: Buffer | string, maxWidth: number): Promise<EncodedPicture> {
  return inQueue(async () => {
    try {
      const { data, info } = await sharp(source, { limitInputPixels: maxPixels, failOn: 'error' })
        .timeout({ seconds: decodeSeconds })
        .autoOrient()
        .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer({ resolveWithObject: true });
      return { data, width: info.width, height: info.height };
    } catch {
      // libvips tells in many words what is wrong with a file; its sender can only try another one.
      throw appError('image_unreadable');
    }
  });
}

/** The same, cut to exactly this size, or whole within it and no larger than it is. */
export function encodeThumbnail(
  source: Buffer,
  width: number,
  height: number,
  fit: ProxyFit = 'cover',
): Promise<Buffer> {
  return inQueue(async () => {
    try {
      return await sharp(source, { limitInputPixels: maxPixels, failOn: 'error' })
        .timeout({ seconds: decodeSeconds })
        .autoOrient()
        .resize({ width, height, fit, withoutEnlargement: fit === 'inside' })
        .webp({ quality: 82 })
        .toBuffer();
    } catch {
      throw appError('image_unreadable');
    }
  });
}

/** A picture of ours as AVIF, in its own size. */
export function encodeAvif(source: Buffer): Promise<Buffer> {
  return inQueue(() => sharp(source).avif({ quality: 55, effort: 3 }).toBuffer());
}

export function isUnreadable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'image_unreadable';
}
