import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import { currentLocale, t } from '#contract/language/text.ts';
import { isChatKind, webhookLimits } from '#contract/webhooks/webhook-limits.ts';
import {
  type Delivery,
  type getDelivery,
  type listDeliveries as listContract,
  testEventType,
} from '#contract/webhooks/webhooks.ts';
import { announceEvents } from '#server/events/event-wake.ts';
import { readEnd } from '#server/events/read-events.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { composeChatBody } from './chat/chat-format.ts';
import { composePayload } from './compose-payload.ts';
import { type DeliveryRow, endPause, findDelivery, insertTest, listDeliveryRows, tryAgain } from './deliveries.sql.ts';
import { type EndpointRow, lockEndpoint, moveBack, positionBefore } from './endpoints.sql.ts';
import { readWebhook } from './manage-webhooks.ts';

const deliveryOf = ({ nextTryAt, triedAt, createdAt, type, ...row }: DeliveryRow): Delivery => ({
  id: row.id,
  eventId: row.eventId,
  type,
  isTest: type === testEventType,
  state: row.state,
  attempts: row.attempts,
  nextTryAt: row.state === 'pending' ? nextTryAt.toISOString() : null,
  triedAt: triedAt?.toISOString() ?? null,
  status: row.status,
  fault: row.fault,
  durationMs: row.durationMs,
  createdAt: createdAt.toISOString(),
});

export async function listDeliveries(
  context: Platform,
  actor: Actor,
  webhookId: string,
  { state, page }: InputOf<typeof listContract>['query'],
): Promise<OutputOf<typeof listContract>> {
  const { id } = await readWebhook(context, actor, webhookId);
  const { pageSize } = webhookLimits;
  const place = { state, limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, totalCount } = await listDeliveryRows(context.db.sql, id, place);
  const pagination = { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) };
  return { deliveries: rows.map(deliveryOf), pagination };
}

async function rowOf({ db }: Platform, actor: Actor, id: string): Promise<DeliveryRow> {
  const row = await findDelivery(db.sql, actor, id);
  if (!row) throw appError('not_found');
  return row;
}

export async function readDelivery(
  context: MoneyContext,
  actor: Actor,
  id: string,
): Promise<OutputOf<typeof getDelivery>> {
  const row = await rowOf(context, actor, id);
  const { kind, scope } = await readWebhook(context, actor, row.endpointId);
  const composed = { ...row, userId: actor.userId, locale: currentLocale(), kind, scope };
  const payload = isChatKind(kind)
    ? await composeChatBody(context, kind, composed)
    : await composePayload(context, composed);
  return { ...deliveryOf(row), payload, answer: row.answer };
}

/** Throws not_found, and conflict while the webhook is off. */
async function lockSending(tx: Tx, actor: Actor, id: string): Promise<EndpointRow> {
  const row = await lockEndpoint(tx, actor, id);
  if (!row) throw appError('not_found');
  if (row.offReason) throw appError('conflict', { message: () => t`This webhook is off. Turn it on first.` });
  return row;
}

/** The owner wants a try now, although the receiver asked for a pause. The limits of a chat service are not theirs to lift. */
async function endPauseOf(tx: Tx, { id, kind }: EndpointRow): Promise<void> {
  if (!isChatKind(kind)) await endPause(tx, id);
}

export async function testWebhook(context: Platform, actor: Actor, webhookId: string): Promise<Delivery> {
  const id = await context.db.tx(async (tx) => {
    const endpoint = await lockSending(tx, actor, webhookId);
    await endPauseOf(tx, endpoint);
    announceEvents(context, tx);
    return insertTest(tx, endpoint.id);
  });
  return deliveryOf(await rowOf(context, actor, id));
}

export async function resendDelivery(context: Platform, actor: Actor, id: string): Promise<Delivery> {
  const { endpointId } = await rowOf(context, actor, id);
  await context.db.tx(async (tx) => {
    await endPauseOf(tx, await lockSending(tx, actor, endpointId));
    await tryAgain(tx, id);
    announceEvents(context, tx);
  });
  return deliveryOf(await rowOf(context, actor, id));
}

/** Goes back in the log, so that the events since then are sent again with their ids. Throws not_found, and validation_failed for older times. */
export async function replayWebhook(
  context: Platform,
  actor: Actor,
  webhookId: string,
  since: string,
): Promise<{ ok: true }> {
  await readWebhook(context, actor, webhookId);
  const time = new Date(since);
  const age = Date.now() - time.getTime();
  if (age < 0 || age > webhookLimits.keptMs) {
    const message = () => t`Choose a time within the last 30 days.`;
    throw appError('validation_failed', { message, fields: { since: message } });
  }
  const end = await readEnd(context);
  const position = await positionBefore(context.db.sql, time, end);
  await context.db.tx(async (tx) => {
    const endpoint = await lockSending(tx, actor, webhookId);
    await moveBack(tx, endpoint.id, position);
    announceEvents(context, tx);
  });
  return { ok: true };
}
