import type { Platform } from '#server/platform/platform.ts';
import { findUnreadNotice } from './notifications.sql.ts';
import { mailNotice } from './notify.ts';

/** Emails a chat notice to a person who chose email for chat and has not read it in the app. */
export async function mailUnreadChatNotice(context: Platform, { dedupeKey }: { dedupeKey: string }): Promise<void> {
  await context.db.tx(async (tx) => {
    const notice = await findUnreadNotice(tx, dedupeKey);
    if (!notice?.href) return;
    const { email, href, ...words } = notice;
    await mailNotice(context, tx, { to: email, ...words, href, action: 'Open the chat', dedupeKey });
  });
}
