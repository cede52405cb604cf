import { sentences, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { fullDate } from '#contract/values/time.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { Platform } from '#server/platform/platform.ts';
import { givenReason, type Notice } from './notice.ts';
import { findRecipient } from './notice-recipients.sql.ts';
import { notify } from './notify.ts';

export function suspendedNotice({ reason, until }: Pick<FactMap['user.suspended'], 'reason' | 'until'>): Notice {
  return {
    kind: 'suspended',
    title: until ? t`Your account is suspended until ${{ date: fullDate(until) }}` : t`Your account is suspended`,
    body: sentences(
      reason ? givenReason(reason) : '',
      t`You can still sign in, read and export your data. If you think this is a mistake, appeal, and an admin will review it.`,
    ),
    href: paths.settings,
    action: t`Read more and appeal`,
  };
}

/** Quotes the admin's reason, if an admin lifted the suspension. */
export const suspensionLifted = (reason: string | undefined): Notice => ({
  kind: 'suspension_lifted',
  title: t`Your account is no longer suspended`,
  body: sentences(reason ? givenReason(reason) : '', t`You can use everything again.`),
  href: paths.home,
  action: t`Continue`,
});

/** Notifies a person about their suspension: its end, its reason and how to appeal. */
export async function notifySuspension(
  context: Platform,
  { userId, at, ...suspension }: FactMap['user.suspended'],
): Promise<void> {
  await context.db.tx(async (tx) => {
    const person = await findRecipient(tx, userId);
    if (person) await notify(context, tx, person, () => suspendedNotice(suspension), `${userId}:${at}`);
  });
}

/** Notifies a person that their suspension has ended. */
export async function notifyLiftedSuspension(
  context: Platform,
  { userId, at, by }: FactMap['user.suspension_lifted'],
): Promise<void> {
  await context.db.tx(async (tx) => {
    const person = await findRecipient(tx, userId);
    if (person) await notify(context, tx, person, () => suspensionLifted(by?.reason), `${userId}:${at}`);
  });
}
