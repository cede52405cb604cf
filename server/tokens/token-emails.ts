import { t, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { deviceText } from '#contract/values/device-text.ts';
import { fullDate } from '#contract/values/time.ts';
import { composeMail, hi, type MailContent } from '#server/accounts/emails.ts';
import { deviceOf } from '#server/accounts/sessions/device.ts';
import type { Config } from '#server/platform/config/config.ts';
import { pageAddress } from '#server/platform/mail/page-address.ts';

interface CreatedToken {
  name: string;
  scopes: readonly string[];
  expiresAt: Date;
  /** The browser that created it, as it names itself. */
  userAgent: string;
}

/** Sent after every new API token. An intruder with a session cannot create one in silence. */
export function tokenCreatedEmail(
  config: Config,
  username: string,
  { name, scopes, expiresAt, userAgent }: CreatedToken,
): MailContent {
  return composeMail(config, {
    subject: t`An API token was created for your account`,
    greeting: hi(username),
    paragraphs: [
      t`A program can now use your ${{ brand: config.brandName }} account with the API token “${{ name }}”, within the limits below.`,
      t`If this wasn’t you, someone else can use your account. Revoke the token in your settings, then choose a new password and end the sessions you don’t know.`,
    ],
    facts: [
      [t`May do`, verbatim(scopes.join(', '))],
      [t`Works until`, fullDate(expiresAt)],
      [t`Device`, deviceText(deviceOf(userAgent))],
    ],
    button: { label: t`Check your API tokens`, url: pageAddress(config, paths.apiTokens) },
  });
}
