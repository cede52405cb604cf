import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { Config } from '#server/platform/config/config.ts';

/** The bare name of the cookie that remembers the age gate; the browser enforces its lifetime. */
export const ageCookie = 'age_verified';

/** Who asks, as far as adult content is concerned. */
export interface AdultViewer {
  /** Whether the viewer sees adult content: the result of the rule below. */
  seesAdult: boolean;
}

/**
 * The rule: adult content is for everyone who passed the age gate in the last four hours, on a site that offers it. A cookie from before
 * the site stopped offering it opens nothing, and neither an account nor a role opens the gate. The server applies the rule once for each
 * request, page and socket. Everything else, SQL included, uses the result and reads neither the cookie nor the setting.
 */
export const seesAdult = ({ adultContent }: Pick<Config, 'adultContent'>, cookie: string | undefined): boolean =>
  adultContent && (cookie === '1' || cookie === 'true');

/** Whether something is hidden from this viewer, who then cannot act on it either. */
export const isAgeGated = (viewer: AdultViewer, { adult }: { adult: boolean }): boolean => adult && !viewer.seesAdult;

/** The gate in front of it: `age` opens for adults who say so; `off` stays closed, because the site offers no adult content. */
export function adultGateOf(
  site: Pick<Config, 'adultContent'>,
  viewer: AdultViewer,
  subject: { adult: boolean },
): 'age' | 'off' | null {
  if (!isAgeGated(viewer, subject)) return null;
  return site.adultContent ? 'age' : 'off';
}

/** Throws age_gate. */
export function assertNotAgeGated(...question: Parameters<typeof adultGateOf>): void {
  const gate = adultGateOf(...question);
  if (gate === 'off') throw appError('age_gate', { message: () => t`This site doesn’t offer adult content.` });
  if (gate) throw appError('age_gate');
}
