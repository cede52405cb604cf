import { type Message, msg, type Text, t, textOf } from '#contract/language/text.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { MailSample } from '#server/platform/mail/mail.ts';
import * as account from './emails.ts';
import * as providers from './providers/provider-emails.ts';
import { type FactorChange, factorChangeEmail, newDeviceEmail } from './second-factor/factor-emails.ts';
import * as settings from './settings/settings-emails.ts';

const username = 'maya_reyes';
const token = 'sample';
const at = new Date('2026-11-29T19:05:00Z');
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

const changes: readonly [when: Message, change: FactorChange][] = [
  [msg`When a passkey is added`, { kind: 'passkey_added', name: 'My phone' }],
  [msg`When a passkey is removed`, { kind: 'passkey_removed', name: 'My phone' }],
  [msg`When an authenticator app is added`, { kind: 'app_added' }],
  [msg`When an authenticator app replaces another`, { kind: 'app_replaced' }],
  [msg`When an authenticator app is removed`, { kind: 'app_removed' }],
  [msg`When new recovery codes are made`, { kind: 'codes_made' }],
  [msg`When a recovery code is used`, { kind: 'code_used', codesLeft: 2 }],
];

type Sample = [id: string, when: Text, mail: account.MailContent];

function factorSamples(config: Config): Sample[] {
  const idOf = (kind: string) => `second-step-${kind.replace('_', '-')}`;
  return [
    ...changes.map(([when, change]): Sample => {
      const mail = factorChangeEmail(config, username, { ...change, userAgent }, at);
      return [idOf(change.kind), textOf(when), mail];
    }),
    [
      'second-step-removed',
      t`When the operator removes the second step of an account on the server`,
      factorChangeEmail(config, username, { kind: 'all_removed' }, at),
    ],
    [
      'new-device',
      t`After a sign-in from a new device`,
      newDeviceEmail(config, username, { userAgent, ip: '203.0.113.7', at }),
    ],
  ];
}
const google = { label: 'Google', email: 'maya@gmail.example' };

/** Every email about an account. */
export function accountMailSamples(config: Config): MailSample[] {
  const samples: Sample[] = [
    ['welcome', t`After a sign-up`, account.welcomeEmail(config, username, token)],
    [
      'google-welcome',
      t`After the first sign-in with Google`,
      providers.providerWelcomeEmail(config, username, 'Google'),
    ],
    ['confirm-email', t`When a person asks for a new confirmation link`, account.verifyEmail(config, username, token)],
    ['reset-password', t`When a person forgot the password`, account.resetEmail(config, username, token)],
    ['password-reset', t`After a password reset by email`, account.passwordChangedEmail(config, username)],
    ['google-linked', t`When Google sign-in is added`, providers.providerLinkedEmail(config, username, google, false)],
    [
      'google-linked-unconfirmed',
      t`When Google sign-in is added to an account with an unconfirmed email`,
      providers.providerLinkedEmail(config, username, google, true),
    ],
    ['google-unlinked', t`When Google sign-in is removed`, providers.providerUnlinkedEmail(config, username, google)],
    [
      'link-code',
      t`Before Google sign-in is added, to prove that the account is theirs`,
      providers.linkCodeEmail(config, username, 'Google', '48151623'),
    ],
    [
      'password-changed',
      t`After a password change in the settings`,
      settings.passwordSetEmail(config, username, false),
    ],
    ['password-added', t`After a first password in the settings`, settings.passwordSetEmail(config, username, true)],
    ['new-email', t`To a new email, to confirm it`, settings.newEmailEmail(config, username, token)],
    [
      'email-change-asked',
      t`To the current email, when a change is requested`,
      settings.emailChangeAskedEmail(config, username, 'maya@new.example'),
    ],
    [
      'email-changed',
      t`To the previous email, after the change`,
      settings.emailChangedEmail(config, username, 'maya@new.example'),
    ],
    ...factorSamples(config),
    ['account-deleted', t`After an account was deleted`, settings.accountDeletedEmail(config, username)],
  ];
  return samples.map(([id, when, mail]) => ({ id, group: t`Account`, when, ...mail }));
}
