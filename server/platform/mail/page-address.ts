import { addressIn } from '#contract/language/localized-path.ts';
import { currentLocale } from '#contract/language/text.ts';
import type { Config } from '#server/platform/config/config.ts';

/**
 * The address of a page in an email. It begins with the email's language, so that people who are signed out on the device read the page, or
 * the one where they sign in, in that language. Signed-in people are led on to their own pages, whose addresses have no language.
 */
export const pageAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>, path: string): string =>
  publicUrl + addressIn(currentLocale(), path);
