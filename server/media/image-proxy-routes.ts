import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { RawRoutes } from '#server/platform/http/request-context.ts';
import { hasEntityTag } from '#server/platform/http/send-shared.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createImageProxy, proxyDayMs, readProxyQuery } from './proxy-image.ts';

/** GET /api/image-proxy?url&w&h (specification 7). The rate limit counts only cache misses. */
export function imageProxyRoutes(context: Platform): RawRoutes {
  const proxy = createImageProxy(context);
  const perAddress = context.limits.limiter('image proxy', { points: 120, perMs: 60_000 });
  return (app: FastifyInstance) => {
    app.get<{ Querystring: Record<string, unknown> }>('/api/image-proxy', async (request, reply) => {
      const image = readProxyQuery(request.query);
      let picture = await proxy.cached(image);
      if (!picture) {
        await perAddress.consume(addressKey(request.ip));
        picture = await proxy.fetch(image);
      }
      const etag = `"${createHash('sha256').update(picture).digest('base64url').slice(0, 22)}"`;
      reply.headers({
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'Cache-Control': `public, max-age=${proxyDayMs / 1000}`,
        ETag: etag,
      });
      // The response is the same for every caller.
      reply.removeHeader('Vary');
      if (hasEntityTag(request, etag)) return reply.code(304).send();
      return reply.type('image/webp').send(picture);
    });
  };
}
