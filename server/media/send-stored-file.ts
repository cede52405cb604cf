import type { FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '#contract/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { chooseRange } from './byte-range.ts';

export interface StoredFileAnswer {
  key: string;
  /** Strong, with its quotes: the same tag always means the same bytes. */
  etag: string;
  contentType: string;
  cacheControl: string;
  /** Content-Disposition, where the file is not simply shown. */
  disposition?: string;
  /** Asked again and again while a long file is under way; the connection is cut when it says no. */
  stillAllowed?: () => Promise<boolean>;
}

/** Files are other people's bytes: nothing in them may run, load or be guessed at. */
const fileHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Accept-Ranges': 'bytes',
};

const recheckMs = 5000;

/** Answers GET and HEAD with a stored file, whole or in part, streamed at the pace of whoever reads it. */
export async function sendStoredFile(
  { files, log }: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFileAnswer,
): Promise<FastifyReply> {
  const stored = await files.stat(file.key);
  if (!stored) {
    log.error({ key: file.key }, 'a stored file is missing');
    throw appError('not_found');
  }
  reply.headers({ ...fileHeaders, 'Cache-Control': file.cacheControl, ETag: file.etag });
  if (file.disposition) reply.header('Content-Disposition', file.disposition);
  if (knows(request, file.etag)) return reply.code(304).send();

  const { sizeBytes } = stored;
  const asked = { range: request.headers.range, ifRange: request.headers['if-range']?.toString() };
  // RFC 9110: a Range header means something with GET only.
  const choice = request.method === 'GET' ? chooseRange(asked, file.etag, sizeBytes) : ({ kind: 'whole' } as const);
  if (choice.kind === 'unsatisfiable') {
    reply.header('Content-Range', `bytes */${sizeBytes}`);
    throw appError('range_not_satisfiable');
  }
  const range = choice.kind === 'part' ? { start: choice.start, end: choice.end } : undefined;
  if (range) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  reply.header('Content-Type', file.contentType);
  reply.header('Content-Length', String(range ? range.end - range.start + 1 : sizeBytes));
  if (request.method === 'HEAD' || sizeBytes === 0) return reply.send();
  const stream = files.open(file.key, range);
  if (file.stillAllowed) cutWhenRefused(stream, file.stillAllowed);
  return reply.send(stream);
}

function knows(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(/\s*,\s*/) ?? [];
  return known.some((tag) => tag === etag || tag === `W/${etag}` || tag === '*');
}

function cutWhenRefused(
  stream: NodeJS.ReadableStream & { destroy(error?: Error): void },
  allowed: () => Promise<boolean>,
) {
  const timer = setInterval(() => {
    allowed().then(
      (yes) => {
        if (!yes) stream.destroy(new Error('access ended while the file was being read'));
      },
      // The database is away: the next look decides.
      () => undefined,
    );
  }, recheckMs);
  stream.once('close', () => clearInterval(timer));
}
