import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { inLanguageOf } from '#server/platform/language/languages.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deliverPush } from './deliver-push.ts';
import { deleteEndpoint, findSubscription, markReached, type Subscription } from './subscriptions.sql.ts';

/** Sends a test notification to this device. Throws conflict if pushes are off, unavailable if the push service refuses it. */
export async function testPush(context: Platform, { sessionId, locale }: Actor): Promise<{ ok: true }> {
  const { config, db } = context;
  const subscription = await findSubscription(db.sql, sessionId, config.session.idleMs);
  if (!subscription) throw appError('conflict', { message: () => t`Notifications are off on this device.` });
  const outcome = await sendTestNote(context, subscription, locale);
  if (outcome === 'gone') {
    await deleteEndpoint(db.sql, subscription.endpoint);
    throw appError('conflict', { message: () => t`This browser stopped accepting notifications. Turn them on again.` });
  }
  if (outcome !== 'taken') {
    throw appError('unavailable', {
      message: () => t`Your browser’s push service didn’t accept the test. Your settings are saved. Try again later.`,
    });
  }
  await markReached(db.sql, subscription.endpoint);
  return { ok: true };
}

function sendTestNote(
  context: Platform,
  subscription: Subscription,
  locale: string,
): Promise<'taken' | 'gone' | 'refused' | 'failed'> {
  const { config, languages, log } = context;
  const note = inLanguageOf(languages, { locale }, () => ({
    title: t`Notifications are on`,
    body: t`This device now gets notifications from ${{ brand: config.brandName }}.`,
    href: `${paths.settings}#notifications`,
    tag: 'test',
  }));
  return deliverPush(context, subscription, note, { ttlS: 60, urgency: 'high' }).catch((error) => {
    log.warn({ err: error }, 'the test push could not be delivered');
    return 'failed' as const;
  });
}
