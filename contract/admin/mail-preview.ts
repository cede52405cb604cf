import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

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
export const mailViewPath = (id: string, theme: MailTheme) => `/api/admin/mails/${id}/view?theme=${theme}`;

export const listMails = endpoint({
  method: 'GET',
  path: '/api/admin/mails',
  summary: 'List every email that the server sends',
  who: 'admin',
  output: z.object({ from: z.string(), mails: z.array(mailItem) }),
});
export const getMail = endpoint({
  method: 'GET',
  path: '/api/admin/mails/:id',
  summary: 'Get the text of an email with sample data',
  who: 'admin',
  params: z.object({ id: z.string().max(60) }),
  output: mailItem.extend({ text: z.string() }),
});
