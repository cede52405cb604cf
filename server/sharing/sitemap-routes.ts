import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '#contract/errors.ts';
import type { RawRoutes } from '#server/platform/http/request-context.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';
import {
  writeSitemapIndex,
  writeSitemapOfCreators,
  writeSitemapOfPages,
  writeSitemapOfPools,
} from './write-sitemap.ts';
import { sendText } from './xml.ts';

const xml = 'application/xml; charset=utf-8';

/** Excludes the API and the test card page. Personal pages are not listed here because they send noindex. */
const robots = (publicUrl: string) =>
  ['User-agent: *', 'Disallow: /api/', 'Disallow: /sandbox/', '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');

const kinds = { pools: writeSitemapOfPools, creators: writeSitemapOfCreators } as const;

/** /robots.txt, /sitemap.xml and the files that it lists. */
export function sitemapRoutes(context: Platform): RawRoutes {
  const perAddress = context.limits.limiter('sitemap', { points: 120, perMs: 60_000 });

  async function answer(request: FastifyRequest, reply: FastifyReply, write: () => Promise<string | null>) {
    await perAddress.consume(addressKey(request.ip));
    const text = await write();
    if (text === null) throw appError('not_found');
    return sendText(request, reply, { type: xml, text, maxAgeS: 3600 });
  }

  return (app: FastifyInstance) => {
    app.get('/robots.txt', (request, reply) => {
      const text = robots(context.config.publicUrl);
      return sendText(request, reply, { type: 'text/plain; charset=utf-8', text, maxAgeS: 3600 });
    });
    app.get('/sitemap.xml', (request, reply) => answer(request, reply, () => writeSitemapIndex(context)));
    app.get('/sitemap-pages.xml', (request, reply) => answer(request, reply, () => writeSitemapOfPages(context)));
    for (const kind of ['pools', 'creators'] as const) {
      app.get<{ Params: { file: string } }>(`/sitemap-${kind}-:file`, (request, reply) => {
        const file = /^([1-9]\d{0,4})\.xml$/.exec(request.params.file)?.[1];
        if (!file) throw appError('not_found');
        return answer(request, reply, () => kinds[kind](context, Number(file)));
      });
    }
  };
}
