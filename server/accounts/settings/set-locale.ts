import type { CurrentUser } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import type { Locale } from '#contract/language/languages.ts';
import { t } from '#contract/language/text.ts';
import { toCurrentUser } from '#server/accounts/current-user.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { saveLocale } from './profile.sql.ts';

/** The language that a person chose in `field`. Throws validation_failed for one that the site does not offer. */
export function chosenLocale({ locales }: Pick<Config, 'locales'>, chosen: string, field = 'locale'): Locale {
  const locale = locales.find((each) => each === chosen);
  if (locale) return locale;
  const message = () => t`This language isn’t available here`;
  throw appError('validation_failed', { message, fields: { [field]: message } });
}

/** Changes the language of a person's pages, notices and mail. Notices that are stored already stay as they are. */
export async function setLocale({ config, db }: Platform, actor: Actor, chosen: string): Promise<CurrentUser> {
  const user = await saveLocale(db.sql, actor.userId, chosenLocale(config, chosen));
  if (!user) throw appError('not_signed_in');
  return toCurrentUser(config, user);
}
