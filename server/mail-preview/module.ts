import { getMail, listMails, type MailItem } from '#contract/admin/mail-preview.ts';
import { appError } from '#contract/errors.ts';
import { type RawRoutes, route } from '#server/platform/http/request-context.ts';
import { inLanguage } from '#server/platform/language/in-language.ts';
import type { MailSample } from '#server/platform/mail/mail.ts';
import { mailInTheme } from '#server/platform/mail/mail-layout.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';

/** Only our own pages may frame an email, and it can run nothing and load only our pictures. */
const viewHeaders = (publicUrl: string) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; img-src ${publicUrl}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox`,
  'X-Frame-Options': 'SAMEORIGIN',
  'Cache-Control': 'private, no-store',
});

/** A preview of all emails for admins. A separate module because it collects samples from all others. */
export function mailPreviewModule({ config, languages, mail }: Platform, modules: readonly Module[]): Module {
  const samplesIn = (locale: string | undefined) =>
    inLanguage(languages.of(locale), async () =>
      (await Promise.all(modules.map(({ mailSamples }) => mailSamples?.() ?? []))).flat().map(mail.finish),
    );
  const find = async (id: string, locale: string | undefined) => {
    const sample = (await samplesIn(locale)).find((each) => each.id === id);
    if (!sample) throw appError('not_found', { message: () => 'There is no mail of that name.' });
    return sample;
  };
  return {
    routes: [
      route(listMails, async ({ query }) => {
        const subjects = new Map((await samplesIn(query.locale)).map(({ id, subject }) => [id, subject]));
        const mails = (await samplesIn('en')).map((sample) => ({
          ...itemOf(sample),
          subject: subjects.get(sample.id) ?? sample.subject,
        }));
        return { from: config.mailFrom, mails };
      }),
      route(getMail, async ({ params, query }) => {
        const sample = await find(params.id, query.locale);
        return { ...itemOf(sample), text: sample.text };
      }),
    ],
    raw: [viewRoutes(find, config.publicUrl)],
    rawCalls: [
      {
        method: 'get',
        path: '/api/admin/mails/{id}/view',
        summary: 'Get the HTML of an email with sample data; `theme` is light or dark, `locale` a language of the site',
        who: 'admin',
      },
    ],
  };
}

const itemOf = ({ id, group, when, subject, optional, always }: MailSample): MailItem => ({
  id,
  group,
  when,
  subject,
  optional: optional ?? false,
  always: always ?? false,
});

function viewRoutes(
  find: (id: string, locale: string | undefined) => Promise<MailSample>,
  publicUrl: string,
): RawRoutes {
  return (app) => {
    app.get<{ Params: { id: string }; Querystring: { theme?: unknown; locale?: unknown } }>(
      '/api/admin/mails/:id/view',
      async (request, reply) => {
        const { theme, locale } = request.query;
        const { html } = await find(request.params.id, typeof locale === 'string' ? locale : undefined);
        reply.headers(viewHeaders(publicUrl));
        return mailInTheme(html, theme === 'dark' ? 'dark' : 'light');
      },
    );
  };
}
