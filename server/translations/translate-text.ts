import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import type { translateText as contract } from '#contract/translations.ts';
import { chosenLocale } from '#server/accounts/settings/set-locale.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import { findText } from './find-text.ts';
import type { Translator } from './translator.ts';

const perMs = 10 * 60_000;

/**
 * Translates what someone wrote, as this viewer may read it. Without a translator, nothing is found. Throws `not_found`, `age_gate`,
 * `update_locked`, `validation_failed` (a language that the site does not offer), `rate_limited`, `unavailable`.
 */
export async function translateText(
  context: MoneyContext,
  translator: Translator | undefined,
  viewer: Pick<RequestContext, 'actor' | 'seesAdult' | 'ip'>,
  { to: chosen, ...object }: InputOf<typeof contract>['body'],
): Promise<OutputOf<typeof contract>> {
  if (!translator) throw appError('not_found');
  const { config, limits } = context;
  const to = chosenLocale(config, chosen, 'to');
  // Many people may share an address.
  await limits.limiter('translations by address', { points: 200, perMs }).consume(addressKey(viewer.ip));
  if (viewer.actor) await limits.limiter('translations', { points: 60, perMs }).consume(viewer.actor.userId);
  const { title, text } = await findText(context, viewer, object);
  const [ofTitle, ofText] = await Promise.all([
    title === null ? null : translator.translate(title, to),
    translator.translate(text, to),
  ]);
  return { title: ofTitle?.text ?? null, text: ofText.text, from: ofText.from ?? ofTitle?.from ?? null };
}
