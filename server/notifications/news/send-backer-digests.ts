import { notify } from '#server/notifications/notify.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { type DueBackers, findNewBackers, settleBackers, takeDueBackers } from './backer-digests.sql.ts';
import { findActiveRecipient } from './creator-news.sql.ts';
import { newBackersNotice } from './creator-notices.ts';

/**
 * Sends every due digest of new backers, each in its own transaction: the notice and the time until which it reports change together, so a
 * crash or a second node repeats none and loses none.
 */
export async function sendDueBackers(context: Platform, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const sent = await context.db.tx(async (tx) => {
      const due = await takeDueBackers(tx);
      if (due) await sendBackers(context, tx, due);
      return due !== undefined;
    });
    if (!sent) return;
  }
}

async function sendBackers(context: InTransaction<Platform>, tx: Tx, due: DueBackers): Promise<void> {
  const creator = await findActiveRecipient(tx, due.creatorId);
  const backers = creator && (await findNewBackers(tx, due));
  if (creator && backers) await notify(context, tx, creator, () => newBackersNotice(backers), `${due.dueAt.getTime()}`);
  await settleBackers(tx, due);
}
