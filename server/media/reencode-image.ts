import { readFile } from 'node:fs/promises';
import { AppError } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import type { ProxyFit } from '#contract/images.ts';
import { t } from '#contract/language/text.ts';
import { lazy } from '#server/platform/concurrency/single-flight.ts';
import { createBoundedQueue } from '#server/platform/limits/bounded-queue.ts';

/** Every decoder is attack surface: libvips can read only the three formats that people upload. */
const openSharp = lazy(async () => {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
});

/** Refuses a decompression bomb by its declared size, before libvips decodes a pixel. The cameras of phones make 50 megapixels. */
const maxPixels = 52_000_000;
/** A stored picture keeps its width up to this many pixels, such as 1600 × 10,000. Larger ones take phones too much memory. */
const maxStoredPixels = 16_000_000;
/** WebP allows at most this many pixels per side. */
const maxSide = 16_383;
/** Encoding more pixels as AVIF takes minutes. */
const maxAvifPixels = 6_400_000;
const decodeSeconds = 20;
/** Decoding one image takes a whole core: two run at a time, 32 wait. */
const inQueue = createBoundedQueue(2, 32);
/** A progressive picture with more pixels can take up to 400 MB, so one of them runs at a time. */
const largePixels = 16_000_000;
const inQueueOfLarge = createBoundedQueue(1, 32);

/** With effort 2 instead of 4, encoding takes 39 % less processor time, and files are 4 % larger. Browsers that read AVIF load none of them. */
const webp = { quality: 82, effort: 2 };

export interface ReencodedImage {
  data: Buffer;
  width: number;
  height: number;
}

type Sharp = Awaited<ReturnType<typeof openSharp>>;
type Picture = ReturnType<Sharp>;
interface Size {
  width: number;
  height: number;
}

/**
 * Runs `work` with the upright picture. A JPEG that lacks its end, as an interrupted copy leaves it, is repaired if its upper half is
 * there. `source` is the bytes or the path of a file. Throws `image_unreadable`, `image_too_many_pixels`.
 */
async function withPicture<T>(source: Buffer | string, work: (picture: Picture, size: Size) => Promise<T>): Promise<T> {
  const sharp = await openSharp();
  const open = (failOn: 'error' | 'none') =>
    sharp(source, { limitInputPixels: maxPixels, failOn }).timeout({ seconds: decodeSeconds }).autoOrient();
  try {
    const metadata = await sharp(source, { limitInputPixels: false }).metadata();
    requirePixels(metadata);
    const size = metadata.autoOrient;
    const decode = async () => {
      try {
        return await work(open('error'), size);
      } catch (error) {
        if (metadata.format !== 'jpeg' || !(await hasUpperHalf(sharp, source, metadata))) throw error;
        return await work(open('none'), size);
      }
    };
    const inTurn = () => inQueue(decode);
    // A large picture waits for its own turn first. In the other order it would block the small ones while it waits.
    return await (metadata.width * metadata.height > largePixels ? inQueueOfLarge(inTurn) : inTurn());
  } catch (error) {
    // The details of libvips do not help the person who sent the file: they can only try another one.
    throw error instanceof AppError ? error : appError('image_unreadable');
  }
}

function requirePixels({ width, height }: Size): void {
  const megapixels = (pixels: number) => Math.round(pixels / 1_000_000);
  if (width * height <= maxPixels) return;
  throw appError('image_too_many_pixels', {
    message: () =>
      t`This picture has ${{ megapixels: megapixels(width * height) }} megapixels. The most is ${{ limit: megapixels(maxPixels) }}. Make it smaller, then try again.`,
  });
}

async function hasUpperHalf(sharp: Sharp, source: Buffer | string, metadata: Size & { isProgressive?: boolean }) {
  if (metadata.isProgressive) return hasFirstScan(typeof source === 'string' ? await readFile(source) : source);
  const half = { left: 0, top: 0, width: metadata.width, height: Math.ceil(metadata.height / 2) };
  return sharp(source, { limitInputPixels: maxPixels, failOn: 'error' })
    .timeout({ seconds: decodeSeconds })
    .extract(half)
    .resize(16)
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** The first scan of a progressive JPEG covers all of the picture. It is complete where the second one starts. */
function hasFirstScan(data: Buffer): boolean {
  const first = findScan(data);
  return first !== undefined && data.includes(Buffer.from([0xff, startOfScan]), first + 2);
}

const startOfScan = 0xda;

/** The offset of the first scan, past all segments before it: one of them may contain a thumbnail with scans. */
function findScan(data: Buffer): number | undefined {
  for (let at = 2; at + 4 <= data.length && data[at] === 0xff; at += 2 + data.readUInt16BE(at + 2)) {
    if (data[at + 1] === startOfScan) return at;
  }
  return undefined;
}

/** Keeps the width of tall pictures, because text in a narrow copy cannot be read. */
function storedSize({ width, height }: Size, maxWidth: number): Size {
  const scale = Math.min(1, maxWidth / width, maxSide / height, Math.sqrt(maxStoredPixels / (width * height)));
  const scaled = (side: number) => Math.min(maxSide, Math.max(1, Math.round(side * scale)));
  return { width: scaled(width), height: scaled(height) };
}

/**
 * Decodes an uploaded image, turns it upright, shrinks it to at most `maxWidth` pixels and encodes it as webp without metadata.
 * `source` is the bytes or the path of a file. Throws `image_unreadable`, `image_too_many_pixels`.
 */
export function reencodeImage(source: Buffer | string, maxWidth: number): Promise<ReencodedImage> {
  return withPicture(source, async (picture, size) => {
    const { data, info } = await picture
      .resize({ ...storedSize(size, maxWidth), fit: 'fill' })
      .webp(webp)
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  });
}

/** Like `reencodeImage`, but `cover` crops to exactly this size, and `inside` fits into it without enlarging. */
export function makeThumbnail(source: Buffer, width: number, height: number, fit: ProxyFit = 'cover'): Promise<Buffer> {
  return withPicture(source, (picture) =>
    picture
      .resize({ width, height, fit, withoutEnlargement: fit === 'inside' })
      .webp(webp)
      .toBuffer(),
  );
}

/** Encodes a stored image as AVIF in the same size; null if it is too large for that. */
export function encodeAvif(source: Buffer): Promise<Buffer | null> {
  return inQueue(async () => {
    const picture = (await openSharp())(source);
    const { width, height } = await picture.metadata();
    return width * height > maxAvifPixels ? null : picture.avif({ quality: 55, effort: 3 }).toBuffer();
  });
}

export function isUnreadableImage(error: unknown): boolean {
  return error instanceof AppError && ['image_unreadable', 'image_too_many_pixels'].includes(error.code);
}
