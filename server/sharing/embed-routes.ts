import type { FastifyInstance } from 'fastify';
import { AppError } from '#contract/app-error.ts';
import { type EmbedTheme, embedCode, embedSize, embedThemes, poolEmbedPath } from '#contract/embeds.ts';
import { appError } from '#contract/errors.ts';
import { localized, splitPath } from '#contract/language/localized-path.ts';
import type { Language } from '#contract/language/text.ts';
import { creatorPath } from '#contract/paths.ts';
import { poolTitleText } from '#contract/pools/masked-title.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { oembedPath, poolShareImage, shareSize } from '#contract/sharing.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { RawRoutes } from '#server/platform/http/request-context.ts';
import { inLanguage } from '#server/platform/language/in-language.ts';
import type { Platform } from '#server/platform/platform.ts';
import { resolvePool } from '#server/pools/resolve-pool.ts';
import { readPool } from '#server/pools/show-pool.ts';
import { embedPage, embedPolicy, emptyEmbedPage } from './embed-page.ts';
import { inQueryLanguage } from './query-language.ts';
import { visitor } from './visitor.ts';
import { sendText, xmlHead, xmlText } from './xml.ts';

/** The pool as a visitor may see it; null if they may not, and for an adult pool on a site without adult content. */
async function findPool(context: MoneyContext, key: string): Promise<Pool | null> {
  try {
    const pool = await readPool(context, visitor, key);
    return pool.adultGate === 'off' ? null : pool;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  }
}

function sideOf(text: unknown, most: number): number {
  const side = Number(text);
  return Number.isInteger(side) && side > 0 ? Math.min(side, most) : most;
}

const themeOf = ({ theme }: Record<string, unknown>): EmbedTheme | undefined =>
  embedThemes.find((name) => name === theme);

type Answer = Record<string, string | number>;

function oembedOf({ config }: Platform, pool: Pool, query: Record<string, unknown>): Answer {
  const { publicUrl, brandName } = config;
  const width = sideOf(query.maxwidth, embedSize.width);
  const height = sideOf(query.maxheight, embedSize.height);
  const src = publicUrl + poolEmbedPath(pool.id, themeOf(query));
  const title = poolTitleText(pool.title);
  return {
    version: '1.0',
    type: 'rich',
    provider_name: brandName,
    provider_url: publicUrl,
    title,
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
    html: embedCode({ src, title, width, height }),
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
    app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
      '/embed/pool/:id',
      async (request, reply) => {
        const pool = await findPool(context, request.params.id);
        const shell = { brandName, publicUrl, theme: themeOf(request.query) };
        reply.removeHeader('X-Frame-Options');
        reply.headers({
          'Content-Security-Policy': embedPolicy,
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'X-Robots-Tag': 'noindex',
        });
        const text = await inQueryLanguage(context, request, () =>
          pool ? embedPage(shell, pool, publicUrl + localized(pool.canonicalPath)) : emptyEmbedPage(shell),
        );
        if (!pool) reply.code(404);
        return sendText(request, reply, { type: 'text/html; charset=utf-8', text, maxAgeS: 60 });
      },
    );

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
