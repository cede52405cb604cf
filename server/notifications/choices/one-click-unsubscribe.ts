import { AppError } from '#contract/app-error.ts';
import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import type { RawRoutes } from '#server/platform/http/request-context.ts';
import { inLanguageOf } from '#server/platform/language/languages.ts';
import type { Platform } from '#server/platform/platform.ts';
import { unsubscribe } from './unsubscribe.ts';

const bodyBytes = 8 * 1024;

/**
 * The POST that mail programs send when a person presses their unsubscribe button (RFC 8058): from any address, without a cookie, with a
 * form as its body, and to the address of the page. The token is the proof, so the body does not matter.
 */
export function oneClickUnsubscribe(context: Platform): RawRoutes {
  return (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined));
    app.post<{ Querystring: { token?: unknown } }>(
      paths.unsubscribe,
      { bodyLimit: bodyBytes, config: { fromAnywhere: true } },
      async ({ query, ip }, reply) => {
        reply.type('text/plain; charset=utf-8');
        try {
          const link = await unsubscribe(context, { token: String(query.token ?? ''), ip });
          return inLanguageOf(context.languages, link, () => `${t`You are unsubscribed.`}\n`);
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'link_invalid') throw error;
          return reply.status(error.status).send(`${error.message}\n`);
        }
      },
    );
  };
}
