import type { MailMessage } from './mail.ts';

/** One mail with sample data, for the preview. */
export interface MailSample extends Pick<MailMessage, 'subject' | 'text' | 'html' | 'always'> {
  /** Lower-case letters, digits, dashes and underscores; part of its address. */
  id: string;
  /** The heading of the list that it is in. */
  group: string;
  /** When it is sent: "After a sign-up". */
  when: string;
  /** Whether it has an unsubscribe link. */
  optional?: boolean;
}
