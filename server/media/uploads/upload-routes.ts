import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '#contract/app-error.ts';
import { uploadsPath } from '#contract/delivery.ts';
import { appError } from '#contract/errors.ts';
import { verbatim } from '#contract/language/text.ts';
import { requireUploader } from '#server/media/policy.ts';
import { sendError } from '#server/platform/http/errors.ts';
import { type Actor, actorOf, type RawRoutes } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createTus } from './tus-server.ts';
import { UploadLocker } from './upload-locker.ts';

const idPattern = /^[0-9a-f]{48}$/;
const partType = 'application/offset+octet-stream';

/** The headers of tus 1.0. @tus/server sees no other header: no host, no method override, no cookie. */
const tusHeaders = [
  'tus-resumable',
  'upload-length',
  'upload-defer-length',
  'upload-offset',
  'upload-metadata',
  'upload-concat',
  'content-type',
  'content-length',
];

type ById = { Params: { id: string } };

/**
 * Resumable uploads (tus 1.0) for creators and admins. Every request except OPTIONS needs a session. The store serves one owner, so
 * another person's upload does not exist for it.
 */
export function uploadRoutes(context: Platform): RawRoutes {
  const locker = new UploadLocker(context);
  const creations = context.limits.limiter('uploads', { points: 300, perMs: 60 * 60 * 1000 });

  /** Gives @tus/server a URL that we build, so it never sees the requested URL. */
  const pass = async (request: FastifyRequest, reply: FastifyReply, actor: Actor | null, id?: string) => {
    let refusal: AppError | undefined;
    const tus = createTus(context, { locker, id, ownerId: actor?.userId ?? null }, (error) => {
      refusal = error;
    });
    const answer = await tus.handleWeb(webRequest(request, id ? `${uploadsPath}/${id}` : uploadsPath));
    return relay(answer, refusal, reply);
  };

  return (app: FastifyInstance) => {
    // No parser: the body streams to disk.
    app.addContentTypeParser(partType, (_request, _payload, done) => done(null));
    app.options(uploadsPath, (request, reply) => {
      requireExactly(request, uploadsPath);
      return pass(request, reply, null);
    });
    app.post(uploadsPath, { config: { slowBody: true } }, async (request, reply) => {
      requireExactly(request, uploadsPath);
      const actor = requireUploader(await actorOf(request));
      await creations.consume(actor.userId);
      return pass(request, reply, actor);
    });
    app.route<ById>({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${uploadsPath}/:id`,
      config: { slowBody: true },
      handler: async (request, reply) => {
        const actor = requireUploader(await actorOf(request));
        return pass(request, reply, actor, readUploadId(request));
      },
    });
  };
}

/** Throws not_found for a malformed id, and the errors of `requireExactly`. */
function readUploadId(request: FastifyRequest<ById>): string {
  const { id } = request.params;
  requireExactly(request, `${uploadsPath}/${id}`);
  if (!idPattern.test(id)) throw appError('not_found');
  return id;
}

/**
 * Accepts only one spelling of each upload's URL. Two parsers that disagree about a query, an escape or an absolute URL could
 * otherwise resolve one URL to two uploads.
 */
function requireExactly({ originalUrl }: FastifyRequest, path: string): void {
  if (originalUrl === path) return;
  if (originalUrl.includes('?'))
    throw appError('validation_failed', { message: () => verbatim('This address takes no query string.') });
  throw appError('not_found');
}

function webRequest(request: FastifyRequest, path: string): Request {
  const headers = new Headers();
  for (const name of tusHeaders) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, String(value));
  }
  const hasBody = request.method === 'POST' || request.method === 'PATCH';
  return new Request(new URL(path, 'http://localhost'), {
    method: request.method,
    headers,
    ...(hasBody ? { body: Readable.toWeb(request.raw) as ReadableStream, duplex: 'half' } : {}),
  });
}

async function relay(answer: Response, refusal: AppError | undefined, reply: FastifyReply): Promise<FastifyReply> {
  for (const [name, value] of answer.headers) {
    if (name !== 'content-length' && !name.startsWith('access-control-')) reply.header(name, value);
  }
  if (refusal) return sendError(reply, refusal);
  reply.code(answer.status);
  if (answer.status < 400) return reply.send();
  // @tus/server reports headers that are not valid tus 1.0.
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code: 'validation_failed', message: (await answer.text()).trim() }));
}
