import type { FastifyRequest } from 'fastify';
import { appError } from '#contract/errors.ts';
import type { RequestContext, UploadForm } from './request-context.ts';

const maxTotalBytes = 64 * 1024 * 1024;

/**
 * Reads a whole form with its files into memory. It reads to the end even if a file is refused, because a browser that is cut off
 * while sending shows a broken connection instead of our message.
 */
export async function readForm(
  request: FastifyRequest,
  { maxFileBytes, maxFiles = 1, tooLarge = 'payload_too_large' }: Parameters<RequestContext['readForm']>[0],
): Promise<UploadForm> {
  requireForm(request);
  if (Number(request.headers['content-length'] ?? 0) > maxTotalBytes) throw appError(tooLarge);
  const form: UploadForm = { fields: {}, files: [] };
  let refused = false;
  const parts = request.parts({
    limits: {
      fileSize: maxFileBytes,
      files: maxFiles + 1,
      fields: 50,
      fieldSize: 64 * 1024,
      fieldNameSize: 100,
      headerPairs: 20,
    },
  });
  for await (const part of readable(parts)) {
    if (part.type === 'field') {
      // Own keys only: a field named __proto__ is just a name here.
      Object.defineProperty(form.fields, part.fieldname, {
        value: String(part.value),
        enumerable: true,
        configurable: true,
      });
      continue;
    }
    const data = await readFile(part.file);
    if (part.file.truncated || data.length >= maxFileBytes) refused = true;
    else form.files.push({ field: part.fieldname, filename: part.filename, mimetype: part.mimetype, data });
  }
  if (refused) throw appError(tooLarge);
  if (form.files.length > maxFiles) throw appError('validation_failed', { message: `Send at most ${maxFiles} files.` });
  return form;
}

/** A truncated form is the client's fault. The parser reports it as an error without a code; connection errors have one. */
async function* readable<Part>(parts: AsyncIterable<Part>): AsyncIterable<Part> {
  try {
    yield* parts;
  } catch (error) {
    throw unreadableOr(error);
  }
}

const unreadableOr = (error: unknown) =>
  error instanceof Error && !('code' in error)
    ? appError('validation_failed', { message: 'The form is not readable.' })
    : error;

async function readFile(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readable(stream)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function requireForm(request: FastifyRequest): void {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data') || !request.isMultipart?.()) {
    throw appError('unsupported_media_type', { message: 'Send a form (multipart/form-data).' });
  }
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1] ?? '';
  if (boundary === '' || boundary.length > 70) {
    throw appError('validation_failed', { message: 'The form is not readable.' });
  }
}
