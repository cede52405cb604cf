import type {} from '#server/accounts/facts.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteChoicesOf } from './choices.sql.ts';
import { listenToFacts } from './fact-listeners.ts';
import { deleteNoticesOfComments, deleteNoticesOfSender, deleteNotificationsOf } from './notifications.sql.ts';
import { noticeData } from './personal-data.sql.ts';
import { notificationRoutes } from './routes.ts';

/** Notices in the app, by mail and as pushes, triggered by the facts of other modules. */
export function notificationsModule(context: Platform): Module {
  listenToFacts(context);
  context.facts.within('user.left', async (tx, { userId }) => {
    await deleteNotificationsOf(tx, userId);
    await deleteNoticesOfComments(tx, userId);
    await deleteNoticesOfSender(tx, userId);
    await deleteChoicesOf(tx, userId);
  });
  return { routes: notificationRoutes(context), personalData: noticeData };
}
