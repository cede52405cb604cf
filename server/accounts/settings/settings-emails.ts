import { paths } from '#contract/paths.ts';
import { composeMail, type MailContent } from '#server/accounts/emails.ts';
import type { Config } from '#server/platform/config/config.ts';

const recover = (config: Config) => ({
  label: 'Choose a new password',
  url: `${config.publicUrl}${paths.forgotPassword}`,
});

/** Sent after a password change in the settings, as a warning in case an intruder made it. */
export function passwordSetEmail(config: Config, username: string, isFirst: boolean): MailContent {
  return composeMail(config, {
    subject: isFirst ? 'A password was added to your account' : 'Your password was changed',
    greeting: `Hi ${username},`,
    paragraphs: [
      isFirst
        ? 'A password was added to your account in your settings. You can now sign in with your email and this password.'
        : 'Your password was changed in your settings, and you were signed out everywhere else.',
      'If this wasn’t you, choose a new password right away.',
    ],
    button: recover(config),
  });
}

/** Sent to the new email, with the link that confirms it. */
export function newEmailEmail(config: Config, username: string, token: string): MailContent {
  return composeMail(config, {
    subject: 'Confirm your new email',
    greeting: `Hi ${username},`,
    paragraphs: [
      `Confirm this email to use it for your ${config.brandName} account. The link works once, for 24 hours.`,
    ],
    button: { label: 'Confirm my new email', url: `${config.publicUrl}${paths.verifyEmail}?token=${token}` },
    closing: `If you don’t have a ${config.brandName} account, you can ignore this message.`,
  });
}

/** Sent to the current email as a warning. */
export function emailChangeAskedEmail(config: Config, username: string, to: string): MailContent {
  return composeMail(config, {
    subject: 'Your email is about to change',
    greeting: `Hi ${username},`,
    paragraphs: [
      `We sent a confirmation link to ${to}. Once it is opened, that email replaces this one in your account.`,
      'If this wasn’t you, choose a new password right away. That also cancels the change.',
    ],
    button: recover(config),
  });
}

/** Sent to the previous email as a warning. */
export function emailChangedEmail(config: Config, username: string, to: string): MailContent {
  return composeMail(config, {
    subject: 'Your email was changed',
    greeting: `Hi ${username},`,
    paragraphs: [
      `Your account’s email is now ${to}. We’ll no longer send messages about your account to this one.`,
      'If this wasn’t you, reply to this message or write to us through the contact form.',
    ],
  });
}

export function accountDeletedEmail(config: Config, username: string): MailContent {
  return composeMail(config, {
    subject: 'Your account was deleted',
    greeting: `Hi ${username},`,
    paragraphs: [
      `As you asked, we deleted your ${config.brandName} account. Your name, email, picture, cards and settings were erased.`,
      'We keep payment records, which the law requires, and pools and threads that other people are part of. Your name no longer appears in them.',
    ],
    closing: 'Thank you for being part of it.',
  });
}
