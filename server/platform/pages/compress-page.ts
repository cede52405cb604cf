import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Qualities at which a page costs a millisecond or so; built files are compressed better, once, by the build. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const smallest = 1400;

/** A page as the browser takes it; off the main thread, and as it is when it would fit one packet anyway. */
export async function compressPage(
  body: Buffer,
  acceptEncoding: string | undefined,
): Promise<{ body: Buffer; encoding?: 'br' | 'gzip' }> {
  if (body.length < smallest || !acceptEncoding) return { body };
  if (/\bbr\b/.test(acceptEncoding)) return { body: await brotli(body, quick), encoding: 'br' };
  if (/\bgzip\b/.test(acceptEncoding)) return { body: await deflate(body, { level: 4 }), encoding: 'gzip' };
  return { body };
}
