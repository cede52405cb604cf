import type { FastifyRequest } from 'fastify';
import { appError } from '#contract/errors.ts';
import { plural, t } from '#contract/language/text.ts';
import type { RequestContext, UploadForm } from './request-context.ts';

const maxTotalBytes = 64 * 1024 * 1024;
/** The bytes of all forms that arrive at this process. */
const usualMostBytes = 64 * 1024 * 1024;

/** Bounds the memory of forms that arrive slowly, so that many of them do not end the process. */
export interface FormMemory {
  /** Counts bytes of a request. If all forms together take too much, the requests that began first end. */
  add(request: FastifyRequest, bytes: number): void;
  release(request: FastifyRequest): void;
}

export function createFormMemory(mostBytes = usualMostBytes): FormMemory {
  /** In the order in which the requests began. */
  const bytesOf = new Map<FastifyRequest, number>();
  let total = 0;
  function release(request: FastifyRequest): void {
    total -= bytesOf.get(request) ?? 0;
    bytesOf.delete(request);
  }
  return {
    release,
    add(request, bytes) {
      bytesOf.set(request, (bytesOf.get(request) ?? 0) + bytes);
      total += bytes;
      for (const [oldest] of bytesOf) {
        if (total <= mostBytes) break;
        release(oldest);
        oldest.raw.destroy();
      }
    },
  };
}

/**
 * Reads a whole form with its files into memory. It reads to the end even if a file is refused, because a browser that is cut off
 * while sending shows a broken connection instead of our message.
 */
export async function readForm(
  request: FastifyRequest,
  options: Parameters<RequestContext['readForm']>[0],
  memory: FormMemory,
): Promise<UploadForm> {
  try {
    return await readParts(request, options, (bytes) => memory.add(request, bytes));
  } finally {
    memory.release(request);
  }
}

async function readParts(
  request: FastifyRequest,
  { maxFileBytes, maxFiles = 1, tooLarge = 'payload_too_large' }: Parameters<RequestContext['readForm']>[0],
  onBytes: (bytes: number) => void,
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
    const data = await readFile(part.file, onBytes);
    if (part.file.truncated || data.length >= maxFileBytes) refused = true;
    else form.files.push({ field: part.fieldname, filename: part.filename, mimetype: part.mimetype, data });
  }
  if (refused) throw appError(tooLarge);
  if (form.files.length > maxFiles)
    throw appError('validation_failed', {
      message: () => t`Send at most ${plural({ files: maxFiles }, { one: '# file', other: '# files' })}.`,
    });
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
    ? appError('validation_failed', { message: () => t`The form is not readable.` })
    : error;

async function readFile(stream: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readable(stream)) {
    onBytes(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function requireForm(request: FastifyRequest): void {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data') || !request.isMultipart?.()) {
    throw appError('unsupported_media_type', { message: () => t`Send a form (multipart/form-data).` });
  }
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1] ?? '';
  if (boundary === '' || boundary.length > 70) {
    throw appError('validation_failed', { message: () => t`The form is not readable.` });
  }
}
