import { plural, sentences, type Text, t, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { deviceText } from '#contract/values/device-text.ts';
import { fullDate } from '#contract/values/time.ts';
import { foreignTime } from '#contract/values/time-phrases.ts';
import { composeMail, hi, type MailContent } from '#server/accounts/emails.ts';
import { deviceOf } from '#server/accounts/sessions/device.ts';
import type { Config } from '#server/platform/config/config.ts';
import { addressBlock } from '#server/platform/limits/rate-limit.ts';
import { pageAddress } from '#server/platform/mail/page-address.ts';

export interface FactorChange {
  kind:
    | 'passkey_added'
    | 'passkey_removed'
    | 'app_added'
    | 'app_replaced'
    | 'app_removed'
    | 'codes_made'
    | 'code_used'
    /** By the operator, on the server. */
    | 'all_removed';
  /** The name of the passkey. */
  name?: string;
  /** The browser that made the change, as it names itself. */
  userAgent?: string;
  /** The recovery codes that are left. */
  codesLeft?: number;
}

/** "Nov 29, 2026, 19:05 UTC". */
const momentOf = (at: Date): Text =>
  foreignTime(at) ?? t`${{ date: fullDate(at) }}, ${{ time: at.toISOString().slice(11, 16) }} UTC`;

/** A part of the address: enough to recognize a network, and not the whole address in a mailbox. */
function networkOf(ip: string): Text {
  const block = addressBlock(ip);
  if (block === '') return t`Unknown`;
  return verbatim(block.includes(':') ? `${block}:…` : `${block}.…`);
}

function wordsOf(brand: string, { kind, name = '', codesLeft = 0 }: FactorChange): [subject: Text, text: Text] {
  switch (kind) {
    case 'passkey_added':
      return [
        t`A passkey was added to your account`,
        t`You can now sign in to ${{ brand }} with the passkey “${{ name }}”.`,
      ];
    case 'passkey_removed':
      return [
        t`A passkey was removed from your account`,
        t`The passkey “${{ name }}” no longer works for your account.`,
      ];
    case 'app_added':
      return [
        t`An authenticator app was added to your account`,
        t`From now on, ${{ brand }} asks for a code of your authenticator app when you sign in.`,
      ];
    case 'app_replaced':
      return [
        t`Your authenticator app was replaced`,
        t`A new authenticator app was set up for your account. Codes of the previous one no longer work.`,
      ];
    case 'app_removed':
      return [
        t`Your authenticator app was removed`,
        t`The authenticator app was removed from your account. Its codes no longer work.`,
      ];
    case 'codes_made':
      return [
        t`You have new recovery codes`,
        t`Ten new recovery codes were made for your account. The ones from before no longer work.`,
      ];
    case 'code_used':
      return [
        t`A recovery code was used`,
        sentences(
          t`One of your recovery codes was used to confirm that it’s you. It won’t work again.`,
          t`You have ${plural({ codes: codesLeft }, { one: '# code', other: '# codes' })} left.`,
        ),
      ];
    case 'all_removed':
      return [
        t`Your second step was removed`,
        t`The people who run ${{ brand }} removed the second step from your account: passkeys, authenticator app and recovery codes. You were signed out everywhere. You can sign in without a second step now, and set up a new one in your settings.`,
      ];
  }
}

/** Sent after every change of the second factors. */
export function factorChangeEmail(config: Config, username: string, change: FactorChange, at: Date): MailContent {
  const [subject, text] = wordsOf(config.brandName, change);
  const mine =
    change.kind === 'all_removed'
      ? t`If you didn’t ask for this, reply to this message or write to us through the contact form.`
      : t`If this wasn’t you, someone else can use your account. In your settings, choose a new password, end the sessions you don’t know, and check your sign-in methods.`;
  return composeMail(config, {
    subject,
    greeting: hi(username),
    paragraphs: [text, mine],
    facts: [
      [t({ message: 'When', context: 'label of a time' }), momentOf(at)],
      ...(change.userAgent === undefined ? [] : [[t`Device`, deviceText(deviceOf(change.userAgent))] as [Text, Text]]),
    ],
    button: { label: t`Check your sign-in methods`, url: pageAddress(config, `${paths.settings}#second-factor`) },
  });
}

/** Sent after a sign-in from a browser that the person has not used before. */
export function newDeviceEmail(
  config: Config,
  username: string,
  { userAgent, ip, at }: { userAgent: string; ip: string; at: Date },
): MailContent {
  return composeMail(config, {
    subject: t`New sign-in to your ${{ brand: config.brandName }} account`,
    greeting: hi(username),
    paragraphs: [
      t`Someone, hopefully you, signed in to your account from a device that we haven’t seen before.`,
      t`If this wasn’t you, end that session in your settings and choose a new password.`,
    ],
    facts: [
      [t`Device`, deviceText(deviceOf(userAgent))],
      [t({ message: 'When', context: 'label of a time' }), momentOf(at)],
      [t({ message: 'Address', context: 'of a network' }), networkOf(ip)],
    ],
    button: { label: t`Check your sessions`, url: pageAddress(config, `${paths.settings}#sessions`) },
    closing: t`A private window, or a browser that deletes its cookies, counts as a new device.`,
  });
}
