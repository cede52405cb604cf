import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { uploadsPath } from '#contract/delivery.ts';
import { appError, type ErrorCode } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { type Actor, actorOf, type RawRoutes } from '#server/platform/http.ts';
import { toAppError } from '#server/platform/http-errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isDiskFull } from './upload-parts.ts';
import { UploadStore } from './upload-store.ts';
import { findUpload } from './uploads.sql.ts';

const idPattern = /^[0-9a-f]{48}$/;
const partType = 'application/offset+octet-stream';

type ById = { Params: { id: string } };

/**
 * Resumable uploads (tus 1.0) for those who deliver. A session and the ownership of the upload are checked on every request;
 * an upload of somebody else does not exist.
 */
export function uploadRoutes(context: Platform): RawRoutes {
  const creators = new WeakMap<Request, Actor>();
  const tus = createTus(context, creators);
  const creations = context.limits.limiter('uploads', { points: 300, perMs: 60 * 60 * 1000 });

  const pass = async (request: FastifyRequest, reply: FastifyReply, actor: Actor | null) => {
    const asked = webRequest(request, context.config.publicUrl);
    if (actor) creators.set(asked, actor);
    return relay(await tus.handleWeb(asked), reply);
  };
  const own = async (request: FastifyRequest<ById>, reply: FastifyReply) => {
    const actor = requireUploader(await actorOf(request));
    const { id } = request.params;
    const upload = idPattern.test(id) ? await findUpload(context.db.sql, id) : undefined;
    if (upload?.ownerId !== actor.userId) throw appError('not_found');
    return pass(request, reply, actor);
  };

  return (app: FastifyInstance) => {
    // Not parsed: the bytes flow to the disk as they come.
    app.addContentTypeParser(partType, (_request, _payload, done) => done(null));
    app.options(uploadsPath, (request, reply) => pass(request, reply, null));
    app.post(uploadsPath, { config: { slowBody: true } }, async (request, reply) => {
      const actor = requireUploader(await actorOf(request));
      await creations.consume(actor.userId);
      return pass(request, reply, actor);
    });
    app.route<ById>({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${uploadsPath}/:id`,
      config: { slowBody: true },
      handler: own,
    });
  };
}

function createTus(context: Platform, creators: WeakMap<Request, Actor>): Server {
  return new Server({
    path: uploadsPath,
    relativeLocation: true,
    datastore: new UploadStore(context),
    maxSize: limits.uploadBytes,
    // Same origin only; http.ts has refused everything else already.
    allowedOrigins: () => false,
    namingFunction: () => randomBytes(24).toString('hex'),
    onUploadCreate: async (request, upload) => {
      const owner = creators.get(request)?.userId ?? null;
      return { metadata: { ...upload.metadata, owner } };
    },
    onResponseError: (_request, error) => {
      if (!(error instanceof Error) || 'status_code' in error) return undefined;
      // What a full disk throws reaches this as it is when the stream breaks before the store can say it better.
      const known = isDiskFull(error) ? appError('insufficient_storage') : toAppError(error);
      if (known.status === 500) context.log.error({ err: error }, 'upload failed');
      return { status_code: known.status, body: known.message };
    },
  });
}

function requireUploader(actor: Actor | null): Actor {
  if (!actor) throw appError('not_signed_in');
  if (actor.suspended) throw appError('suspended');
  if (actor.role === 'user') throw appError('forbidden');
  return actor;
}

function webRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const hasBody = request.method === 'POST' || request.method === 'PATCH';
  return new Request(new URL(request.url, publicUrl), {
    method: request.method,
    headers,
    ...(hasBody ? { body: Readable.toWeb(request.raw) as ReadableStream, duplex: 'half' } : {}),
  });
}

const codes: Record<number, ErrorCode> = {
  404: 'not_found',
  409: 'conflict',
  410: 'not_found',
  413: 'payload_too_large',
  423: 'conflict',
  503: 'unavailable',
  507: 'insufficient_storage',
};

async function relay(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  for (const [name, value] of answer.headers) {
    if (name !== 'content-length' && !name.startsWith('access-control-')) reply.header(name, value);
  }
  reply.code(answer.status);
  if (answer.status < 400) return reply.send();
  const code = codes[answer.status] ?? (answer.status >= 500 ? 'internal' : 'validation_failed');
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code, message: (await answer.text()).trim() }));
}
