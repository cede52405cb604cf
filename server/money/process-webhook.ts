import { askAndSettle } from './ask-and-settle.ts';
import type { MoneyContext } from './money-context.ts';
import { markEventProcessed, noteEventError, readOpenEvent } from './webhooks.sql.ts';

/**
 * The job behind a webhook. An event only says what to look at: the thing itself is asked for and settled, so that events may come
 * late, twice or in any order.
 */
export async function processWebhook(context: MoneyContext, processor: string, eventId: string): Promise<void> {
  const { db, cards } = context;
  if (processor !== cards.name) return;
  const event = await readOpenEvent(db.sql, processor, eventId);
  if (!event) return;
  try {
    const known = event.reference !== null && (await askAndSettle(context, event.reference));
    await markEventProcessed(db.sql, processor, eventId, known ? null : 'about nothing of ours');
  } catch (error) {
    await noteEventError(db.sql, processor, eventId, error instanceof Error ? error.message : String(error));
    throw error;
  }
}
