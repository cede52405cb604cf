import type { Config } from '#server/platform/config/config.ts';
import type { MailSample } from '#server/platform/mail/mail.ts';
import * as account from './emails.ts';
import * as settings from './settings/settings-emails.ts';

const username = 'maya_reyes';
const token = 'sample';

/** Every email about an account. */
export function accountMailSamples(config: Config): MailSample[] {
  const samples: [id: string, when: string, mail: account.MailContent][] = [
    ['welcome', 'After a sign-up', account.welcomeEmail(config, username, token)],
    ['google-welcome', 'After the first sign-in with Google', account.googleWelcomeEmail(config, username)],
    ['confirm-email', 'When a person asks for a new confirmation link', account.verifyEmail(config, username, token)],
    ['reset-password', 'When a person forgot the password', account.resetEmail(config, username, token)],
    ['password-reset', 'After a password reset by email', account.passwordChangedEmail(config, username)],
    ['google-linked', 'When Google sign-in is added', account.googleLinkedEmail(config, username, false)],
    [
      'google-linked-unconfirmed',
      'When Google sign-in is added to an account with an unconfirmed email',
      account.googleLinkedEmail(config, username, true),
    ],
    ['password-changed', 'After a password change in the settings', settings.passwordSetEmail(config, username, false)],
    ['password-added', 'After a first password in the settings', settings.passwordSetEmail(config, username, true)],
    ['new-email', 'To a new email, to confirm it', settings.newEmailEmail(config, username, token)],
    [
      'email-change-asked',
      'To the current email, when a change is requested',
      settings.emailChangeAskedEmail(config, username, 'maya@new.example'),
    ],
    [
      'email-changed',
      'To the previous email, after the change',
      settings.emailChangedEmail(config, username, 'maya@new.example'),
    ],
    ['account-deleted', 'After an account was deleted', settings.accountDeletedEmail(config, username)],
  ];
  return samples.map(([id, when, mail]) => ({ id, group: 'Account', when, ...mail }));
}
