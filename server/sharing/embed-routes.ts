import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { localized, splitPath } from '#contract/language/localized-path.ts';
import type { Language } from '#contract/language/text.ts';
import { creatorPath } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { embedSize, oembedPath, poolEmbedPath, poolShareImage, shareSize } from '#contract/sharing.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { RawRoutes } from '#server/platform/http/request-context.ts';
import { inLanguage } from '#server/platform/language/in-language.ts';
import { escapeHtml } from '#server/platform/pages/html.ts';
import type { Platform } from '#server/platform/platform.ts';
import { resolvePool } from '#server/pools/resolve-pool.ts';
import { readPool } from '#server/pools/show-pool.ts';
import { embedPage, emptyEmbedPage } from './embed-page.ts';
import { inQueryLanguage } from './query-language.ts';
import { visitor } from './visitor.ts';
import { sendText, xmlHead, xmlText } from './xml.ts';

/** Only these pages may be framed by other sites. In return they cannot run scripts or load anything from other sites. */
const embedPolicy = (nonce: string) =>
  `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *`;

async function findPool(read: () => Promise<Pool>): Promise<Pool | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  }
}

function sideOf(text: unknown, most: number): number {
  const side = Number(text);
  return Number.isInteger(side) && side > 0 ? Math.min(side, most) : most;
}

type Answer = Record<string, string | number>;

function oembedOf({ config }: Platform, pool: Pool, query: Record<string, unknown>): Answer {
  const { publicUrl, brandName } = config;
  const width = sideOf(query.maxwidth, embedSize.width);
  const height = sideOf(query.maxheight, embedSize.height);
  const src = escapeHtml(publicUrl + poolEmbedPath(pool.id));
  const title = escapeHtml(pool.title);
  return {
    version: '1.0',
    type: 'rich',
    provider_name: brandName,
    provider_url: publicUrl,
    title: pool.title,
    ...(pool.targetCreator && !pool.adult
      ? {
          author_name: pool.targetCreator.displayName,
          author_url: publicUrl + localized(creatorPath(pool.targetCreator.username)),
        }
      : {}),
    cache_age: 3600,
    thumbnail_url: publicUrl + poolShareImage(pool),
    thumbnail_width: shareSize.width,
    thumbnail_height: shareSize.height,
    html: `<iframe src="${src}" width="${width}" height="${height}" title="${title}" loading="lazy" style="border:0;max-width:100%"></iframe>`,
    width,
    height,
  };
}

const asXml = (answer: Answer) =>
  `${xmlHead}<oembed>${Object.entries(answer)
    .map(([name, value]) => `<${name}>${xmlText(String(value))}</${name}>`)
    .join('')}</oembed>`;

/** Returns the path of a URL of this site and the language of that page. Throws not_found for other URLs. */
function ownPage(url: unknown, { config, languages }: Platform): { path: string; language: Language | undefined } {
  if (typeof url !== 'string' || !URL.canParse(url)) throw appError('not_found');
  const { origin, pathname } = new URL(url);
  if (origin !== config.publicUrl) throw appError('not_found');
  const { locale, path } = splitPath(pathname, languages.offered);
  return { path, language: languages.ofAddress(locale) };
}

/** The embeddable pool page, and the oEmbed endpoint with which other sites find it (oembed.com). */
export function embedRoutes(context: MoneyContext): RawRoutes {
  const { brandName, publicUrl } = context.config;
  return (app: FastifyInstance) => {
    app.get<{ Params: { id: string } }>('/embed/pool/:id', async (request, reply) => {
      const pool = await findPool(() => readPool(context, visitor, request.params.id));
      const nonce = randomBytes(16).toString('base64url');
      const shell = { brandName, publicUrl, nonce };
      reply.removeHeader('X-Frame-Options');
      reply.headers({
        'Content-Security-Policy': embedPolicy(nonce),
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Cache-Control': 'public, max-age=60',
        'X-Robots-Tag': 'noindex',
      });
      const html = await inQueryLanguage(context, request, () =>
        pool ? embedPage(shell, pool, publicUrl + localized(pool.canonicalPath)) : emptyEmbedPage(shell),
      );
      return reply
        .code(pool ? 200 : 404)
        .type('text/html; charset=utf-8')
        .send(html);
    });

    app.get<{ Querystring: Record<string, unknown> }>(oembedPath, async (request, reply) => {
      const { query } = request;
      const format = query.format ?? 'json';
      if (format !== 'json' && format !== 'xml')
        return reply.code(501).send({ code: 'not_found', message: 'json or xml' });
      const { path, language } = ownPage(query.url, context);
      const pool = await resolvePool(context, visitor, path);
      const answer = inLanguage(language, () => oembedOf(context, pool, query));
      // Scripts of any site may read the response because it is the same for everyone.
      reply.header('Access-Control-Allow-Origin', '*').removeHeader('Vary');
      const [type, text] =
        format === 'json'
          ? ['application/json; charset=utf-8', JSON.stringify(answer)]
          : ['text/xml; charset=utf-8', asXml(answer)];
      return sendText(request, reply, { type, text, maxAgeS: 3600 });
    });
  };
}
