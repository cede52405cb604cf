import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { composeMail, hi, type MailContent } from '#server/accounts/emails.ts';
import type { Config } from '#server/platform/config/config.ts';
import { pageAddress } from '#server/platform/mail/page-address.ts';

const recover = (config: Config) => ({
  label: t`Choose a new password`,
  url: pageAddress(config, paths.forgotPassword),
});

/** Sent after a password change in the settings, as a warning in case an intruder made it. */
export function passwordSetEmail(config: Config, username: string, isFirst: boolean): MailContent {
  return composeMail(config, {
    subject: isFirst ? t`A password was added to your account` : t`Your password was changed`,
    greeting: hi(username),
    paragraphs: [
      isFirst
        ? t`A password was added to your account in your settings. You can now sign in with your email and this password.`
        : t`Your password was changed in your settings, and you were signed out everywhere else.`,
      t`If this wasn’t you, choose a new password right away.`,
    ],
    button: recover(config),
  });
}

/** Sent to the new email, with the link that confirms it. */
export function newEmailEmail(config: Config, username: string, token: string): MailContent {
  return composeMail(config, {
    subject: t`Confirm your new email`,
    greeting: hi(username),
    paragraphs: [
      t`Confirm this email to use it for your ${{ brand: config.brandName }} account. The link works once, for 24 hours.`,
    ],
    button: { label: t`Confirm my new email`, url: pageAddress(config, `${paths.verifyEmail}?token=${token}`) },
    closing: t`If you don’t have a ${{ brand: config.brandName }} account, you can ignore this message.`,
  });
}

/** Sent to the current email as a warning. */
export function emailChangeAskedEmail(config: Config, username: string, to: string): MailContent {
  return composeMail(config, {
    subject: t`Your email is about to change`,
    greeting: hi(username),
    paragraphs: [
      t`We sent a confirmation link to ${{ address: to }}. Once it is opened, that email replaces this one in your account.`,
      t`If this wasn’t you, choose a new password right away. That also cancels the change.`,
    ],
    button: recover(config),
  });
}

/** Sent to the previous email as a warning. */
export function emailChangedEmail(config: Config, username: string, to: string): MailContent {
  return composeMail(config, {
    subject: t`Your email was changed`,
    greeting: hi(username),
    paragraphs: [
      t`Your account’s email is now ${{ address: to }}. We’ll no longer send messages about your account to this one.`,
      t`If this wasn’t you, reply to this message or write to us through the contact form.`,
    ],
  });
}

export function accountDeletedEmail(config: Config, username: string): MailContent {
  return composeMail(config, {
    subject: t`Your account was deleted`,
    greeting: hi(username),
    paragraphs: [
      t`As you asked, we deleted your ${{ brand: config.brandName }} account. Your name, email, picture, cards and settings were erased.`,
      t`We keep payment records, which the law requires, and pools and threads that other people are part of. Your name no longer appears in them.`,
    ],
    closing: t`Thank you for being part of it.`,
  });
}
