import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';

export type Coding = 'br' | 'gzip';

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** At these qualities a page takes about a millisecond. The build compresses its files once, and better. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
/** A page that fits one packet is not compressed. */
const smallest = 1400;

/** Compresses a page off the main thread. */
export const compress = (body: Buffer, coding: Coding): Promise<Buffer> =>
  coding === 'br' ? brotli(body, quick) : gzipAsync(body, { level: 4 });

/** Whether the client accepts a content coding. */
export function accepts(request: FastifyRequest, coding: Coding): boolean {
  const header = request.headers['accept-encoding'];
  if (!header) return false;
  return String(header)
    .split(',')
    .some((part) => {
      const [name, quality] = part.trim().split(/\s*;\s*q=/);
      return name === coding && Number(quality ?? 1) > 0;
    });
}

/** The coding to send a page with; undefined sends it as it is. */
export function codingFor(request: FastifyRequest, body: Buffer): Coding | undefined {
  if (body.length < smallest) return undefined;
  if (accepts(request, 'br')) return 'br';
  return accepts(request, 'gzip') ? 'gzip' : undefined;
}

/** The entity tag of one content coding, because a compressed copy is another representation. */
export const tagOf = (etag: string, coding: string | undefined): string =>
  coding ? etag.replace(/"$/, `-${coding}"`) : etag;

/** Whether the client has the representation with this entity tag. A proxy may have marked the tag as weak. */
export function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match'];
  if (!known) return false;
  const tags = String(known).split(/\s*,\s*/);
  return tags.includes(etag) || tags.includes(`W/${etag}`);
}
