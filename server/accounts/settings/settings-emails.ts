import { paths } from '#contract/paths.ts';
import { compose, type Letter } from '#server/accounts/emails.ts';
import type { Config } from '#server/platform/config/config.ts';

const recover = (config: Config) => ({
  label: 'Choose a new password',
  url: `${config.publicUrl}${paths.forgotPassword}`,
});

/** After a change in the settings: to whoever reads the mail, in case it was somebody else. */
export function passwordSetEmail(config: Config, username: string, isFirst: boolean): Letter {
  return compose(config.brandName, {
    subject: isFirst ? 'A password was added to your account' : 'Your password was changed',
    greeting: `Hi ${username},`,
    paragraphs: [
      isFirst
        ? 'a password was set for your account in its settings. You can sign in with it and your email from now on.'
        : 'your password was changed in your settings, and you were signed out everywhere else.',
      'If it was not you, choose a new password at once.',
    ],
    button: recover(config),
  });
}

/** To the new address: the link makes it theirs. */
export function newEmailEmail(config: Config, username: string, token: string): Letter {
  return compose(config.brandName, {
    subject: 'Confirm your new email',
    greeting: `Hi ${username},`,
    paragraphs: [
      `this address becomes the email of your ${config.brandName} account when you confirm it. The link works for 24 hours, once.`,
    ],
    button: { label: 'Confirm this address', url: `${config.publicUrl}${paths.verifyEmail}?token=${token}` },
    closing: `If you have no account with ${config.brandName}, you can ignore this message.`,
  });
}

/** To the address that still holds. */
export function emailChangeAskedEmail(config: Config, username: string, to: string): Letter {
  return compose(config.brandName, {
    subject: 'Your email is about to change',
    greeting: `Hi ${username},`,
    paragraphs: [
      `a link was mailed to ${to}. When it is opened, that address takes the place of this one in your account.`,
      'If it was not you, choose a new password at once: that stops the change, too.',
    ],
    button: recover(config),
  });
}

/** To the address that was left. */
export function emailChangedEmail(config: Config, username: string, to: string): Letter {
  return compose(config.brandName, {
    subject: 'Your email was changed',
    greeting: `Hi ${username},`,
    paragraphs: [
      `the email of your account is ${to} now. Messages about your account no longer come here.`,
      'If it was not you, answer to this message or write to us with the contact form.',
    ],
  });
}

export function accountDeletedEmail(config: Config, username: string): Letter {
  return compose(config.brandName, {
    subject: 'Your account was deleted',
    greeting: `Hi ${username},`,
    paragraphs: [
      `your ${config.brandName} account is gone, as you asked. Your name, email, picture, cards and settings were erased.`,
      'What stays names nobody: payments, which the law has us keep, and pools and threads that other people are part of.',
    ],
    closing: 'Thank you for having been here.',
  });
}
