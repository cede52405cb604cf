import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** At these qualities a page takes about a millisecond. The build compresses its files once, and better. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const smallest = 1400;

/** Compresses a page off the main thread. A page that fits one packet is not compressed. */
export async function compressPage(
  body: Buffer,
  acceptEncoding: string | undefined,
): Promise<{ body: Buffer; encoding?: 'br' | 'gzip' }> {
  if (body.length < smallest || !acceptEncoding) return { body };
  if (/\bbr\b/.test(acceptEncoding)) return { body: await brotli(body, quick), encoding: 'br' };
  if (/\bgzip\b/.test(acceptEncoding)) return { body: await gzipAsync(body, { level: 4 }), encoding: 'gzip' };
  return { body };
}
