import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Coding, codingFor, compress, tagOf } from '#server/platform/pages/content-coding.ts';

/** Whether the client has the representation with this entity tag. A proxy may have marked the tag as weak. */
export function hasEntityTag({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const tags = headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [];
  return tags.some((tag) => tag === etag || tag === `W/${etag}` || tag === '*');
}

const pieceBytes = 64 * 1024;
const largestWhole = 2 * pieceBytes;

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; start += pieceBytes) yield body.subarray(start, start + pieceBytes);
}

/**
 * Sends bytes that this process keeps anyway. A large body goes out in pieces, at the client's pace, so that a client that does not read
 * does not count as one that keeps the whole body in memory (connections.ts).
 */
export function sendShared(reply: FastifyReply, body: Buffer): FastifyReply {
  if (body.length <= largestWhole) return reply.send(body);
  return reply.header('content-length', body.length).send(Readable.from(piecesOf(body), { objectMode: false }));
}

export interface BuiltFile {
  text: string;
  headers: Record<string, string>;
}

interface KeptFile {
  body: Buffer;
  headers: Record<string, string>;
  etag: string;
  copies: Map<Coding, Promise<Buffer>>;
}

/** Returns a handler that builds a file on its first request and keeps it, with the compressed copies that clients accept. */
export function builtOnce(
  build: () => BuiltFile,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let kept: KeptFile | undefined;

  function keep(): KeptFile {
    const { text, headers } = build();
    const body = Buffer.from(text);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    return { body, headers, etag, copies: new Map() };
  }

  function copyOf({ body, copies }: KeptFile, coding: Coding): Promise<Buffer> {
    const copy = copies.get(coding) ?? compress(body, coding, 'shared');
    copies.set(coding, copy);
    copy.catch(() => copies.delete(coding));
    return copy;
  }

  return async (request, reply) => {
    kept ??= keep();
    const coding = codingFor(request, kept.body);
    const etag = tagOf(kept.etag, coding);
    reply.headers(kept.headers).header('etag', etag).header('vary', 'Accept-Encoding, Cookie');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
    if (hasEntityTag(request, etag)) return reply.code(304).send();
    if (!coding) return sendShared(reply, kept.body);
    return sendShared(reply.header('content-encoding', coding), await copyOf(kept, coding));
  };
}
