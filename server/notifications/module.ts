import type {} from '#server/accounts/facts.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import type {} from '#server/push/hooks.ts';
import { noticeInvariants } from './check-notices.ts';
import { deleteChoicesOf } from './choices/choices.sql.ts';
import { oneClickUnsubscribe } from './choices/one-click-unsubscribe.ts';
import { deleteDigestsOf, postponeDueDigests } from './digests.sql.ts';
import { listenToFacts } from './fact-listeners.ts';
import { noticeMailSamples } from './mail-samples.ts';
import { skipDueBackers } from './news/backer-digests.sql.ts';
import { deleteCreatorNewsOf, deleteNoticesNaming } from './news/creator-news.sql.ts';
import { sendDueBackers } from './news/send-backer-digests.ts';
import { deleteNoticesOfComments, deleteNoticesOfSender, deleteNotificationsOf, mayPush } from './notifications.sql.ts';
import { noticeData } from './personal-data.sql.ts';
import { notificationRoutes } from './routes.ts';
import { digestJob, sendDueDigests } from './send-digests.ts';
import { greetWithUnread } from './send-unread.ts';

/** The notices about new backers first, because digests of emails may list them. */
async function sendAllDigests(context: Platform, signal: AbortSignal): Promise<void> {
  await sendDueBackers(context, signal);
  await sendDueDigests(context, signal);
}

/** Notices in the app, by email and as push notifications, triggered by the facts of other modules. */
export function notificationsModule(context: Platform): Module {
  listenToFacts(context);
  greetWithUnread(context);
  context.jobs.define<undefined>(digestJob.kind, (_payload, signal) => sendAllDigests(context, signal), {
    queue: digestJob.queue,
  });
  // Zones differ from UTC by multiples of 15 minutes.
  context.jobs.every('notifications.digests', '*/5 * * * *', digestJob);
  context.hooks.handle('push.may_send', mayPush);
  context.facts.within('user.left', async (tx, { userId }) => {
    await deleteNotificationsOf(tx, userId);
    await deleteNoticesOfComments(tx, userId);
    await deleteNoticesOfSender(tx, userId);
    await deleteChoicesOf(tx, userId);
    await deleteDigestsOf(tx, userId);
    await deleteNoticesNaming(tx, userId);
    await deleteCreatorNewsOf(tx, userId);
  });
  return {
    routes: notificationRoutes(context),
    raw: [oneClickUnsubscribe(context)],
    personalData: noticeData,
    // Digests that were due since the backup have probably been sent.
    afterRestore: async (tx) => {
      await skipDueBackers(tx);
      await postponeDueDigests(tx);
    },
    invariants: noticeInvariants,
    mailSamples: () => noticeMailSamples(context),
  };
}
