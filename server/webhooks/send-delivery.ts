import type { MoneyContext } from '#server/money/money-context.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { pauseService, type Reservation, releaseRequests } from './chat/chat-services.sql.ts';
import { withoutToken } from './chat/read-chat-answer.ts';
import { turnOff } from './endpoints.sql.ts';
import { formatOf, isTest } from './formats.ts';
import { notifyTurnedOff } from './notify-turned-off.ts';
import { type PostOutcome, postWebhook } from './post-webhook.ts';
import { retryDelayMs } from './retry-schedule.ts';
import {
  dropDeliveries,
  findTries,
  markFailure,
  markSpeed,
  markSuccess,
  storeTries,
  wasLimited,
} from './sending.sql.ts';
import type { Composed, Verdict } from './webhook-format.ts';

/** Without a success for this long, an endpoint is turned off. */
const failingMaxMs = 5 * 24 * 60 * 60_000;
/** Longer than between two tries of a delivery. After such a gap, nothing waited, and the failures before it are another matter. */
const gapMs = 2 * 24 * 60 * 60_000;
/** Endpoints that take longer share the places of those that fail. */
const slowMs = 3000;
/** A channel that was limited twice within the first gets nothing for the second. */
const limitedWithinMs = 10 * 60_000;
const limitedPauseMs = 5 * 60_000;

/** Leased deliveries for one request. */
export interface Claim {
  /** Of one endpoint: one delivery, or pledges to a pool that become one message. */
  deliveryIds: string[];
  /** For a chat service. */
  reservation?: Reservation | undefined;
}

/**
 * Tries leased deliveries once, with one request. The rights of the owner and the address are checked at this moment. Returns after how many
 * milliseconds the endpoint goes on; undefined if nothing of it waits. Throws, and leaves the deliveries to their lease, if `stopping` aborts.
 */
export async function sendDeliveries(
  context: MoneyContext,
  { deliveryIds, reservation }: Claim,
  stopping: AbortSignal,
): Promise<number | undefined> {
  const { config, db } = context;
  let composed: Composed | undefined;
  try {
    composed = await compose(context, deliveryIds);
  } finally {
    if (!composed && reservation) await releaseRequests(db.sql, reservation, 1);
  }
  if (!composed) return undefined;
  const { request, sent, token } = composed;
  const [first] = sent;
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Fanfare-Webhooks/1.0 (+${config.publicUrl})`,
    ...request.headers,
  };
  const posted = await postWebhook(context, { ...request, headers }, stopping);
  const outcome = token ? { ...posted, answer: withoutToken(posted.answer, token) } : posted;
  const read = formatOf(first).readAnswer(outcome, Math.max(...sent.map(({ attempts }) => attempts)));
  if (first.kind !== 'webhook' && (read.isRefused || outcome.status === 400)) {
    const { status, answer } = outcome;
    context.log.warn(
      { kind: first.kind, endpointId: first.endpointId, status, answer },
      'a chat service refused a message',
    );
  }
  return db.tx(async (tx) => {
    const verdict = await withShare(tx, first.endpointId, read);
    const goesOnMs = await storeOutcome(context, tx, sent, outcome, verdict);
    if (reservation) {
      // In the order in which a claim locks them.
      if (verdict.pauseAllMs > 0) await pauseService(tx, reservation.kind, verdict.pauseAllMs);
      if (!verdict.isRefused) await releaseRequests(tx, reservation, 1);
    }
    return goesOnMs;
  });
}

/** Makes a pause longer if the channel is limited again and again, so that one person's channels cannot use up the refusals of all. */
async function withShare(tx: Tx, endpointId: string, verdict: Verdict): Promise<Verdict> {
  if (!verdict.isRefused || verdict.offReason || !(await wasLimited(tx, endpointId, limitedWithinMs))) return verdict;
  return { ...verdict, pauseMs: Math.max(verdict.pauseMs, limitedPauseMs) };
}

/** Drops the deliveries that have nothing to send any more. Undefined if that is all of them. */
async function compose(context: MoneyContext, deliveryIds: readonly string[]): Promise<Composed | undefined> {
  const [first, ...others] = await findTries(context.db.sql, context.config, deliveryIds);
  const composed = first && (await formatOf(first).composeRequest(context, [first, ...others]));
  const sentIds = new Set(composed?.sent.map(({ id }) => id));
  const dropped = deliveryIds.filter((id) => !sentIds.has(id));
  if (dropped.length > 0) await dropDeliveries(context.db.sql, dropped);
  return composed ?? undefined;
}

async function storeOutcome(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  sent: Composed['sent'],
  outcome: PostOutcome,
  verdict: Verdict,
): Promise<number | undefined> {
  const [first] = sent;
  const { endpointId, url } = first;
  await markSpeed(tx, endpointId, outcome.durationMs > slowMs);
  if (verdict.isSuccess) {
    await markSuccess(tx, first, verdict.pauseMs);
    await storeTries(
      tx,
      sent.map((tried) => ({ ...tried, state: 'succeeded', retryMs: 0 })),
      outcome,
    );
    return verdict.pauseMs || undefined;
  }
  // The same for all, so that what was one message becomes one message again.
  const random = Math.random();
  const results = sent.map((tried) => {
    const delay = isTest(tried) || verdict.isFinal ? undefined : retryDelayMs(tried.attempts, random);
    return {
      ...tried,
      state: delay ? 'pending' : 'failed',
      retryMs: delay ? Math.max(delay, verdict.pauseMs) : 0,
    } as const;
  });
  const endpoint = await markFailure(tx, first, { pauseMs: verdict.pauseMs, gapMs });
  await storeTries(tx, results, outcome);
  const waiting = results.flatMap(({ state, retryMs }) => (state === 'pending' ? [retryMs] : []));
  const retryMs = waiting.length > 0 ? Math.min(...waiting) : undefined;
  if (!endpoint) return retryMs;
  const hasFailed = !isTest(first) && endpoint.failingForMs > failingMaxMs;
  const reason = verdict.offReason ?? (hasFailed ? 'failing' : undefined);
  if (!reason) return retryMs;
  if (await turnOff(tx, endpointId, reason)) {
    await notifyTurnedOff(context, tx, { endpointId, userId: endpoint.userId, url, reason });
  }
  return undefined;
}
