import { recordPageDecline } from '#server/money/card-testing/record-decline.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { settleByReference } from '#server/money/settle-by-reference.ts';
import { markEventProcessed, readOpenEvent, recordEventError } from './webhooks.sql.ts';

/**
 * Processes one webhook from the inbox. An event only names an object: this job looks the object up and settles it. So events may
 * arrive late, twice or in any order.
 */
export async function processWebhook(context: MoneyContext, processor: string, eventId: string): Promise<void> {
  const { db } = context;
  const event = await readOpenEvent(db.sql, processor, eventId);
  if (!event) return;
  try {
    const { reference, declined } = event;
    if (declined && reference !== null) await recordPageDecline(context, { processor, eventId, reference });
    const isSettled = event.reference !== null && (await settleByReference(context, processor, event.reference));
    await markEventProcessed(db.sql, processor, eventId, isSettled ? null : 'no matching object');
  } catch (error) {
    await recordEventError(db.sql, processor, eventId, error instanceof Error ? error.message : String(error));
    throw error;
  }
}
