import { paths } from '#contract/paths.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import { renderMail } from '#server/platform/mail/mail-layout.ts';

export type MailContent = Omit<MailMessage, 'to' | 'messageId'>;

export interface MailTemplate {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** Label and value, below the paragraphs. */
  facts?: [label: string, value: string][];
  button?: { label: string; url: string };
  closing?: string;
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

const withToken = (config: Config, path: string, token: string) => `${config.publicUrl}${path}?token=${token}`;

const welcome = ({ brandName }: Config) =>
  `Welcome to ${brandName}, where fans pool pledges for something they’d love a creator to make. Your card is charged only if the goal is met and the creator accepts.`;

/** Sent after sign-up, with the link that confirms the email. */
export function welcomeEmail(config: Config, username: string, token: string): MailContent {
  return composeMail(config, {
    subject: `Welcome to ${config.brandName}`,
    greeting: `Hi ${username},`,
    paragraphs: [welcome(config), 'Please confirm your email. The link works for 48 hours.'],
    button: { label: 'Confirm my email', url: withToken(config, paths.verifyEmail, token) },
    closing: 'If you didn’t create this account, you can ignore this message.',
  });
}

export function verifyEmail(config: Config, username: string, token: string): MailContent {
  return composeMail(config, {
    subject: 'Confirm your email',
    greeting: `Hi ${username},`,
    paragraphs: [
      'Please confirm your email. The link works once, for 48 hours. Requesting a new link replaces this one.',
    ],
    button: { label: 'Confirm my email', url: withToken(config, paths.verifyEmail, token) },
    closing: `If you don’t have a ${config.brandName} account, you can ignore this message.`,
  });
}

export function resetEmail(config: Config, username: string, token: string): MailContent {
  return composeMail(config, {
    subject: 'Choose a new password',
    greeting: `Hi ${username},`,
    paragraphs: [
      'Someone, hopefully you, asked to reset your password. The link works once, for one hour. Requesting a new link replaces this one.',
    ],
    button: { label: 'Choose a new password', url: withToken(config, paths.resetPassword, token) },
    closing: 'If this wasn’t you, you can ignore this message. Your password hasn’t changed.',
  });
}

export function passwordChangedEmail(config: Config, username: string): MailContent {
  return composeMail(config, {
    subject: 'Your password was changed',
    greeting: `Hi ${username},`,
    paragraphs: [
      'Your password was changed with a link that we sent to this mailbox, and you were signed out everywhere else.',
      'If this wasn’t you, someone else can read your mail. Secure your mailbox first, then choose a new password.',
    ],
    button: { label: 'Choose a new password', url: `${config.publicUrl}${paths.forgotPassword}` },
  });
}
