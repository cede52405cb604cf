import type { MoneyContext } from '#server/money/money-context.ts';
import { listUnsettledSetupsOf } from './card-setups.sql.ts';
import { closeSetupPage } from './close-setup-page.ts';

/**
 * Closes the pages on which a fan saves a card for a subject, and settles those that were used. A page whose URL is not stored yet stays
 * open for now: it takes no money, and the card that it saves waits with its pledge. Must not run inside a transaction. Throws
 * ProcessorFault.
 */
export async function closeCardSetups(context: MoneyContext, subject: string): Promise<void> {
  for (const setup of await listUnsettledSetupsOf(context.db.sql, subject)) await closeSetupPage(context, setup);
}
