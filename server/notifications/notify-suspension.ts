import { paths } from '#contract/paths.ts';
import { fullDate } from '#contract/time.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findRecipient } from './notice-data.sql.ts';
import { notify } from './notify.ts';

/** Tells a person that their account is suspended, until when, why, and how to appeal. */
export async function notifySuspension(
  context: Platform,
  { userId, reason, until, at }: FactMap['user.suspended'],
): Promise<void> {
  await context.db.tx(async (tx) => {
    const person = await findRecipient(tx, userId);
    if (!person) return;
    const end = until ? ` until ${fullDate(until)}` : '';
    const notice = {
      kind: 'suspended',
      title: `Your account is suspended${end}`,
      body: `Reason: ${reason}. You can still sign in, read and export your data. If you think this is a mistake, appeal and an admin will look at it again.`,
      href: paths.settings,
      action: 'Read more and appeal',
    } as const;
    await notify(context, tx, person, notice, `${userId}:${at}`);
  });
}

/** Tells a person that they can use their account again. */
export async function notifyLiftedSuspension(
  context: Platform,
  { userId, at }: FactMap['user.suspension_lifted'],
): Promise<void> {
  await context.db.tx(async (tx) => {
    const person = await findRecipient(tx, userId);
    if (!person) return;
    const notice = {
      kind: 'suspension_lifted',
      title: 'Your account is no longer suspended',
      body: 'You can use everything again.',
      href: paths.home,
      action: 'Continue',
    } as const;
    await notify(context, tx, person, notice, `${userId}:${at}`);
  });
}
