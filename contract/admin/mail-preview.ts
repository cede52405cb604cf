import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import type { Locale } from '#contract/language/languages.ts';

/** An email with sample data, in the list of the preview. */
export const mailItem = z.object({
  id: z.string(),
  group: z.string(),
  /** When it is sent. */
  when: z.string(),
  subject: z.string(),
  /** Whether the person can unsubscribe from it. */
  optional: z.boolean(),
  /** Sent even to an address that refuses mail, because it is about security. */
  always: z.boolean(),
});
export type MailItem = z.infer<typeof mailItem>;

export const mailThemes = ['light', 'dark'] as const;
export type MailTheme = (typeof mailThemes)[number];

/** The address of an email's HTML, for a sandboxed frame. */
export const mailViewPath = (id: string, theme: MailTheme, locale: Locale = 'en') =>
  `/api/admin/mails/${id}/view?theme=${theme}${locale === 'en' ? '' : `&locale=${locale}`}`;

/** English without it, and for a language that the site does not offer. */
const inLanguage = z.object({ locale: z.string().max(35).optional() });

export const listMails = endpoint({
  method: 'GET',
  path: '/api/admin/mails',
  summary: 'List every email that the server sends, with its subject in a language',
  who: 'admin',
  query: inLanguage,
  output: z.object({ from: z.string(), mails: z.array(mailItem) }),
});
export const getMail = endpoint({
  method: 'GET',
  path: '/api/admin/mails/:id',
  summary: 'Get the text of an email with sample data, in a language',
  who: 'admin',
  params: z.object({ id: z.string().max(60) }),
  query: inLanguage,
  output: mailItem.extend({ text: z.string() }),
});
