import type { FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '#contract/errors.ts';
import { chooseRange } from '#server/platform/http/byte-range.ts';
import { hasEntityTag } from '#server/platform/http/send-shared.ts';
import type { Platform } from '#server/platform/platform.ts';

export interface StoredFileAnswer {
  key: string;
  /** A strong tag including its quotes: equal tags always mean equal bytes. */
  etag: string;
  contentType: string;
  cacheControl: string;
  /** The Content-Disposition header, if the browser should save the file. */
  disposition?: string;
  /** Called every 5 seconds while the file is sent. The connection is cut once it returns false. */
  stillAllowed?: () => Promise<boolean>;
}

/** People uploaded these files, so browsers must not run scripts in them, load anything from them or guess their type. */
const fileHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Accept-Ranges': 'bytes',
};

const recheckMs = 5000;

/** Responds to GET and HEAD with a stored file or a byte range of it, streamed at the client's pace. */
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
  if (hasEntityTag(request, file.etag)) return reply.code(304).send();

  const { sizeBytes } = stored;
  const rangeHeaders = { range: request.headers.range, ifRange: request.headers['if-range']?.toString() };
  // RFC 9110 defines the Range header only for GET.
  const choice =
    request.method === 'GET' ? chooseRange(rangeHeaders, file.etag, sizeBytes) : ({ kind: 'whole' } as const);
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

function cutWhenRefused(
  stream: NodeJS.ReadableStream & { destroy(error?: Error): void },
  allowed: () => Promise<boolean>,
) {
  const timer = setInterval(() => {
    allowed().then(
      (yes) => {
        if (!yes) stream.destroy(new Error('access ended while the file was being read'));
      },
      // The database is unavailable. The next check decides.
      () => undefined,
    );
  }, recheckMs);
  stream.once('close', () => clearInterval(timer));
}
