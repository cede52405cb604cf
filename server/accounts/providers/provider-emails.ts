import { plural, t, verbatim } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { composeMail, hi, type MailContent, welcome, welcomeSubject } from '#server/accounts/emails.ts';
import type { Config } from '#server/platform/config/config.ts';
import { renderMail } from '#server/platform/mail/mail-layout.ts';
import { pageAddress } from '#server/platform/mail/page-address.ts';

const settingsButton = (config: Config) => ({
  label: t`Open your settings`,
  url: pageAddress(config, `${paths.settings}#linked`),
});

/** Sent after the first sign-in with a provider, which has confirmed the email. */
export function providerWelcomeEmail(config: Config, username: string, label: string): MailContent {
  return composeMail(config, {
    subject: welcomeSubject(config),
    greeting: hi(username),
    paragraphs: [
      welcome(config),
      t`You sign in with ${{ provider: label }}. To add a password, choose "Forgot your password?" on the sign-in page.`,
    ],
    button: { label: t`Discover tip pools`, url: pageAddress(config, paths.feed) },
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
    subject: t`${{ provider: label }} sign-in was added to your account`,
    greeting: hi(username),
    paragraphs: [
      t`You can now sign in with ${{ address: email }} at ${{ provider: label }}.`,
      tookOver
        ? t`This email had never been confirmed, so the old password and passkeys no longer work and all earlier sessions have ended.`
        : t`Your other ways to sign in still work.`,
      t`If this wasn’t you, unlink ${{ provider: label }} in your settings, then choose a new password.`,
    ],
    button: settingsButton(config),
  });
}

export function providerUnlinkedEmail(config: Config, username: string, { label, email }: LinkedAccount): MailContent {
  return composeMail(config, {
    subject: t`${{ provider: label }} sign-in was removed from your account`,
    greeting: hi(username),
    paragraphs: [
      t`${{ address: email }} at ${{ provider: label }} no longer signs in to your account. You were signed out on your other devices.`,
      t`If this wasn’t you, choose a new password right away.`,
    ],
    button: { label: t`Choose a new password`, url: pageAddress(config, paths.forgotPassword) },
  });
}

const minutes = limits.linkCodeMs / 60_000;

/** The code with which a person proves that the account is theirs, before a provider is linked to it. `code` has eight digits. */
export function linkCodeEmail(config: Config, username: string, label: string, code: string): MailContent {
  const readable = `${code.slice(0, 4)} ${code.slice(4)}`;
  const content = renderMail({
    brandName: config.brandName,
    publicUrl: config.publicUrl,
    heading: hi(username),
    paragraphs: [
      t`Enter this code to link ${{ provider: label }} to your account. It works once, for ${plural({ minutes }, { one: '# minute', other: '# minutes' })}.`,
    ],
    facts: [[t({ message: 'Code', context: 'that a person enters' }), verbatim(readable)]],
    closing: [
      t`If you didn’t just sign in with ${{ provider: label }}, ignore this message and give the code to no one: someone else may be trying to get into your account.`,
    ],
  });
  return {
    subject: t`${{ code: readable }} is your code for ${{ brand: config.brandName }}`,
    ...content,
    always: true,
  };
}
