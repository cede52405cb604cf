import type { IncomingHttpHeaders } from 'node:http';
import { appError } from '#contract/errors.ts';
import { webhookJob } from '#server/money/job-kinds.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { insertEvent } from './webhooks.sql.ts';

/**
 * Verifies an event of the processor, stores it once and enqueues a job for it. A repeated event changes nothing.
 * Throws `webhook_signature`, `validation_failed`, and `not_found` for a processor that is not in use.
 */
export async function receiveWebhook(
  { processors, db, jobs }: MoneyContext,
  processor: string,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const cards = processors.find(processor);
  if (!cards) throw appError('not_found');
  const event = await cards.readWebhook(rawBody, headers);
  await db.tx(async (tx) => {
    const stored = await insertEvent(tx, processor, event);
    if (stored) await jobs.enqueue(tx, webhookJob, { processor, eventId: event.id });
  });
}
