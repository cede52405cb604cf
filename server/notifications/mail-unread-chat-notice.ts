import { t, verbatim } from '#contract/language/text.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listChoices } from './choices/choices.sql.ts';
import { areApart } from './notice-recipients.sql.ts';
import { type AwayMail, findUnreadNotice } from './notifications.sql.ts';
import { mailNotice } from './notify.ts';
import { mailTimingOf } from './topics.ts';

/**
 * Emails a chat notice to a person who chose email for chat and has not read it in the app. Since the notice was stored, the person may
 * have turned these emails off, or a block may keep them apart from the sender: they get none.
 */
export async function mailUnreadChatNotice(context: Platform, mail: AwayMail): Promise<void> {
  await context.db.tx(async (tx) => {
    const notice = await findUnreadNotice(tx, mail);
    if (!notice?.href) return;
    const { email, locale, href, kind, senderId, userId, title, body } = notice;
    const choice = (await listChoices(tx, userId)).find(({ topic }) => topic === 'chat');
    // The notice waits for no digest, so a person who has chosen a digest since then gets it right away.
    if (mailTimingOf('chat', choice) === 'never' || (await areApart(tx, userId, senderId))) return;
    // The notice was stored in the language of its recipient.
    const compose = () => ({ kind, title: verbatim(title), body: verbatim(body), href, action: t`Open the chat` });
    await mailNotice(context, tx, { id: userId, email, locale }, { compose, dedupeKey: mail.dedupeKey });
  });
}
