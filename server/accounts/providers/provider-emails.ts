import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { composeMail, type MailContent } from '#server/accounts/emails.ts';
import type { Config } from '#server/platform/config/config.ts';
import { renderMail } from '#server/platform/mail/mail-layout.ts';

const settingsButton = (config: Config) => ({
  label: 'Open your settings',
  url: `${config.publicUrl}${paths.settings}#linked`,
});

/** Sent after the first sign-in with a provider, which has confirmed the email. */
export function providerWelcomeEmail(config: Config, username: string, label: string): MailContent {
  return composeMail(config, {
    subject: `Welcome to ${config.brandName}`,
    greeting: `Hi ${username},`,
    paragraphs: [
      `Welcome to ${config.brandName}, where fans pool pledges for something they’d love a creator to make. Your card is charged only if the goal is met and the creator accepts.`,
      `You sign in with ${label}. To add a password, choose "Forgot your password?" on the sign-in page.`,
    ],
    button: { label: 'Discover tip pools', url: `${config.publicUrl}${paths.feed}` },
  });
}

export interface LinkedAccount {
  /** The name of the provider. */
  label: string;
  /** The account's address there. */
  email: string;
}

/** Sent when a way to sign in is added to an existing account. */
export function providerLinkedEmail(
  config: Config,
  username: string,
  { label, email }: LinkedAccount,
  tookOver: boolean,
): MailContent {
  return composeMail(config, {
    subject: `${label} sign-in was added to your account`,
    greeting: `Hi ${username},`,
    paragraphs: [
      `You can now sign in with ${email} at ${label}.`,
      tookOver
        ? 'This email had never been confirmed, so the old password and passkeys no longer work and all earlier sessions have ended.'
        : 'Your other ways to sign in still work.',
      `If this wasn’t you, unlink ${label} in your settings, then choose a new password.`,
    ],
    button: settingsButton(config),
  });
}

export function providerUnlinkedEmail(config: Config, username: string, { label, email }: LinkedAccount): MailContent {
  return composeMail(config, {
    subject: `${label} sign-in was removed from your account`,
    greeting: `Hi ${username},`,
    paragraphs: [
      `${email} at ${label} no longer signs in to your account. You were signed out on your other devices.`,
      'If this wasn’t you, choose a new password right away.',
    ],
    button: { label: 'Choose a new password', url: `${config.publicUrl}${paths.forgotPassword}` },
  });
}

const minutes = limits.linkCodeMs / 60_000;

/** The code with which a person proves that the account is theirs, before a provider is linked to it. `code` has eight digits. */
export function linkCodeEmail(config: Config, username: string, label: string, code: string): MailContent {
  const readable = `${code.slice(0, 4)} ${code.slice(4)}`;
  const content = renderMail({
    brandName: config.brandName,
    publicUrl: config.publicUrl,
    heading: `Hi ${username},`,
    paragraphs: [`Enter this code to link ${label} to your account. It works once, for ${minutes} minutes.`],
    facts: [['Code', readable]],
    closing: [
      `If you didn’t just sign in with ${label}, ignore this message and give the code to no one: someone else may be trying to get into your account.`,
    ],
  });
  return { subject: `${readable} is your code for ${config.brandName}`, ...content, always: true };
}
