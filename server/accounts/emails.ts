import { type Text, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import { renderMail } from '#server/platform/mail/mail-layout.ts';
import { pageAddress } from '#server/platform/mail/page-address.ts';

export type MailContent = Omit<MailMessage, 'to' | 'messageId'>;

export interface MailTemplate {
  subject: Text;
  greeting: Text;
  paragraphs: Text[];
  /** Label and value, below the paragraphs. */
  facts?: [label: Text, value: Text][];
  button?: { label: Text; url: string };
  closing?: Text;
}

/** Renders one email about an account. It also reaches an address that refused mail before, because it is about security. */
export function composeMail(
  { brandName, publicUrl }: Pick<Config, 'brandName' | 'publicUrl'>,
  { subject, greeting, paragraphs, facts, button, closing }: MailTemplate,
): MailContent {
  const content = renderMail({
    brandName,
    publicUrl,
    heading: greeting,
    paragraphs,
    ...(facts ? { facts } : {}),
    ...(button ? { action: button } : {}),
    ...(closing ? { closing: [closing] } : {}),
  });
  return { subject, ...content, always: true };
}

const withToken = (config: Config, path: string, token: string) => pageAddress(config, `${path}?token=${token}`);

export const hi = (username: string): Text => t`Hi ${{ username }},`;

export const welcomeSubject = ({ brandName }: Config): Text => t`Welcome to ${{ brand: brandName }}`;

export const welcome = ({ brandName }: Config): Text =>
  t`Welcome to ${{ brand: brandName }}, where fans pool pledges for something they’d love a creator to make. Your card is charged only if the goal is met and the creator accepts.`;

/** Sent after sign-up, with the link that confirms the email. */
export function welcomeEmail(config: Config, username: string, token: string): MailContent {
  return composeMail(config, {
    subject: welcomeSubject(config),
    greeting: hi(username),
    paragraphs: [welcome(config), t`Please confirm your email. The link works for 48 hours.`],
    button: { label: t`Confirm my email`, url: withToken(config, paths.verifyEmail, token) },
    closing: t`If you didn’t create this account, you can ignore this message.`,
  });
}

export function verifyEmail(config: Config, username: string, token: string): MailContent {
  return composeMail(config, {
    subject: t`Confirm your email`,
    greeting: hi(username),
    paragraphs: [
      t`Please confirm your email. The link works once, for 48 hours. Requesting a new link replaces this one.`,
    ],
    button: { label: t`Confirm my email`, url: withToken(config, paths.verifyEmail, token) },
    closing: t`If you don’t have a ${{ brand: config.brandName }} account, you can ignore this message.`,
  });
}

export function resetEmail(config: Config, username: string, token: string): MailContent {
  return composeMail(config, {
    subject: t`Choose a new password`,
    greeting: hi(username),
    paragraphs: [
      t`Someone, hopefully you, asked to reset your password. The link works once, for one hour. Requesting a new link replaces this one.`,
    ],
    button: { label: t`Choose a new password`, url: withToken(config, paths.resetPassword, token) },
    closing: t`If this wasn’t you, you can ignore this message. Your password hasn’t changed.`,
  });
}

export function passwordChangedEmail(config: Config, username: string): MailContent {
  return composeMail(config, {
    subject: t`Your password was changed`,
    greeting: hi(username),
    paragraphs: [
      t`Your password was changed with a link that we sent to this mailbox, and you were signed out everywhere else.`,
      t`If this wasn’t you, someone else can read your mail. Secure your mailbox first, then choose a new password.`,
    ],
    button: { label: t`Choose a new password`, url: pageAddress(config, paths.forgotPassword) },
  });
}
