import { paths } from '#contract/paths.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';

export type Letter = Omit<MailMessage, 'to' | 'messageId'>;

export interface Content {
  subject: string;
  greeting: string;
  paragraphs: string[];
  button?: { label: string; url: string };
  closing?: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** Both forms of one letter, said once. Colors are written out: mail programs know no stylesheets. */
export function compose(brand: string, { subject, greeting, paragraphs, button, closing }: Content): Letter {
  const text = [
    greeting,
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(closing ? [closing] : []),
    brand,
  ];
  const line = (sentence: string) => `<p style="margin:0 0 16px">${escapeHtml(sentence)}</p>`;
  const link = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="background:#b3261e;color:#fff;padding:12px 20px;border-radius:999px;text-decoration:none;font-weight:600">${escapeHtml(button.label)}</a></p><p style="margin:0 0 16px;font-size:13px;color:#666">Or open this address: <a href="${escapeHtml(button.url)}" style="color:#666;word-break:break-all">${escapeHtml(button.url)}</a></p>`
    : '';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:32px 16px;background:#fdf8ef"><div style="max-width:520px;margin:0 auto;padding:32px;background:#fff;border-radius:16px;font:16px/1.5 system-ui,sans-serif;color:#221a14"><p style="margin:0 0 24px;font-weight:700;font-size:20px">${escapeHtml(brand)}</p>${line(greeting)}${paragraphs.map(line).join('')}${link}${closing ? line(closing) : ''}</div></body></html>`;
  return { subject, text: `${text.join('\n\n')}\n`, html };
}

const withToken = (config: Config, path: string, token: string) => `${config.publicUrl}${path}?token=${token}`;

/** After registering: the welcome, and the link that confirms the address. */
export function welcomeEmail(config: Config, username: string, token: string): Letter {
  return compose(config.brandName, {
    subject: `Welcome to ${config.brandName}`,
    greeting: `Hi ${username},`,
    paragraphs: [
      `welcome to ${config.brandName}. Here fans pool pledges for something they would love a creator to make. Your card is not charged before the goal is met and the creator has accepted.`,
      'Please confirm that this address is yours. The link works for 48 hours.',
    ],
    button: { label: 'Confirm my email', url: withToken(config, paths.verifyEmail, token) },
    closing: 'If you did not make this account, you can ignore this message.',
  });
}

/** The same welcome for somebody whose address Google has confirmed. */
export function googleWelcomeEmail(config: Config, username: string): Letter {
  return compose(config.brandName, {
    subject: `Welcome to ${config.brandName}`,
    greeting: `Hi ${username},`,
    paragraphs: [
      `welcome to ${config.brandName}. Here fans pool pledges for something they would love a creator to make. Your card is not charged before the goal is met and the creator has accepted.`,
      'You sign in with Google. A password can be added with "Forgot your password?" on the sign-in page.',
    ],
    button: { label: 'Discover tip pools', url: `${config.publicUrl}${paths.feed}` },
  });
}

export function verifyEmail(config: Config, username: string, token: string): Letter {
  return compose(config.brandName, {
    subject: 'Confirm your email',
    greeting: `Hi ${username},`,
    paragraphs: [
      'please confirm that this address is yours. The link works for 48 hours, once, until you ask for another.',
    ],
    button: { label: 'Confirm my email', url: withToken(config, paths.verifyEmail, token) },
    closing: `If you have no account with ${config.brandName}, you can ignore this message.`,
  });
}

export function resetEmail(config: Config, username: string, token: string): Letter {
  return compose(config.brandName, {
    subject: 'Choose a new password',
    greeting: `Hi ${username},`,
    paragraphs: [
      'someone, hopefully you, asked for a new password. The link works for one hour, once, until you ask for another.',
    ],
    button: { label: 'Choose a new password', url: withToken(config, paths.resetPassword, token) },
    closing: 'If it was not you, ignore this message: your password stays as it is.',
  });
}

export function passwordChangedEmail(config: Config, username: string): Letter {
  return compose(config.brandName, {
    subject: 'Your password was changed',
    greeting: `Hi ${username},`,
    paragraphs: [
      'your password was changed with a link from this mailbox, and you were signed out everywhere else.',
      'If it was not you, somebody reads your mail: secure your mailbox first, then choose another password.',
    ],
    button: { label: 'Choose another password', url: `${config.publicUrl}${paths.forgotPassword}` },
  });
}

/** When a Google sign-in joins an account that was there before. */
export function googleLinkedEmail(config: Config, username: string, passwordRemoved: boolean): Letter {
  return compose(config.brandName, {
    subject: 'Google sign-in was added to your account',
    greeting: `Hi ${username},`,
    paragraphs: [
      'your account can now be opened with the Google account of this address.',
      passwordRemoved
        ? 'The address had never been confirmed, so the password that was set before no longer works and every earlier sign-in was ended.'
        : 'Your password keeps working.',
    ],
    closing: 'If it was not you, secure your Google account first, then choose a new password here.',
  });
}
