import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '#contract/errors.ts';
import { siteShareImage } from '#contract/sharing.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { RawRoutes } from '#server/platform/http/request-context.ts';
import { hasEntityTag } from '#server/platform/http/send-shared.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import { createSharePictures, type Subject } from './draw-share-picture.ts';
import { inQueryLanguage } from './query-language.ts';

/** Returns the file name without its extension. Throws not_found for other files. */
function nameOf(file: string): string {
  const name = /^(.{1,60})\.jpg$/.exec(file)?.[1];
  if (!name) throw appError('not_found');
  return name;
}

/** GET /share/site.jpg, /share/pool/{id}.jpg and /share/creator/{username}.jpg: 1200 × 630 pixels, for link previews on other sites. `lang` chooses a language. */
export function sharePictureRoutes(context: MoneyContext): RawRoutes {
  const sharePicture = createSharePictures(context);
  const perAddress = context.limits.limiter('share pictures', { points: 120, perMs: 60_000 });

  async function answer(request: FastifyRequest, reply: FastifyReply, subject: Subject): Promise<FastifyReply> {
    const picture = await inQueryLanguage(context, request, () =>
      sharePicture(subject, () => perAddress.consume(addressKey(request.ip))),
    );
    const etag = `"${createHash('sha256').update(picture).digest('base64url').slice(0, 22)}"`;
    reply.headers({
      'Cache-Control': 'public, max-age=600',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: etag,
    });
    if (hasEntityTag(request, etag)) return reply.code(304).send();
    return reply.type('image/jpeg').send(picture);
  }

  return (app: FastifyInstance) => {
    app.get(siteShareImage, (request, reply) => answer(request, reply, { site: true }));
    app.get<{ Params: { file: string } }>('/share/pool/:file', (request, reply) =>
      answer(request, reply, { pool: nameOf(request.params.file) }),
    );
    app.get<{ Params: { file: string } }>('/share/creator/:file', (request, reply) =>
      answer(request, reply, { creator: nameOf(request.params.file) }),
    );
  };
}
