import { listUnsettledSetups } from '#server/money/hosted-pages/card-setups.sql.ts';
import { closeHostedPayment } from '#server/money/hosted-pages/close-hosted-payment.ts';
import { settleCardSetup } from '#server/money/hosted-pages/settle-card-setup.ts';
import { reconcilePayouts } from '#server/money/payouts/reconcile-payouts.ts';
import { type CardProcessor, ProcessorFault } from './card-processor.ts';
import { listErasedCustomers } from './cards/cards.sql.ts';
import { compareBooks } from './compare-books.ts';
import { reconcileDisputes } from './disputes/reconcile-disputes.ts';
import { driveCharge, lookUpAttempt } from './drive-charge.ts';
import { forgetCustomer } from './erase-payer.ts';
import { failRefusedAttempt } from './fail-refused-attempt.ts';
import type { MoneyContext } from './money-context.ts';
import { listUnsettled } from './payments.sql.ts';
import type { Payment } from './payments.ts';
import { countOrphans } from './processors/routing.sql.ts';
import { type Attempt, eachUnsettled, startAttempts } from './reconcile-attempts.ts';
import { listOpenRefunds } from './refunds/refunds.sql.ts';
import { sendRefund } from './refunds/send-refund.ts';
import { settlePayment } from './settle-payment.ts';
import { processWebhook } from './webhooks/process-webhook.ts';
import { listOpenEvents } from './webhooks/webhooks.sql.ts';

const minuteMs = 60_000;
/** The reconciler closes hosted pages after this time. */
const pageLifeMs = 24 * 60 * minuteMs;
/** The reconciler ends an attempt without a stored page after this time. Until then the fan can press "Pay" again and get its page. */
const openingMs = 10 * minuteMs;
const batch = 200;

export interface ReconcileReport {
  asked: number;
  /** Look-ups that failed; the next run repeats them. */
  failed: number;
  /** References whose sums the processor and our clearing account disagree about. */
  mismatches: string[];
  /** Unsettled rows of processors that this installation does not use anymore. Their outcome cannot be looked up. */
  orphans: { processor: string; count: number }[];
}

export interface ReconcileOptions {
  /** Skips younger rows, because another call is probably still working on them. */
  olderThanMs?: number;
  /** Also compares older movements, and searches for disputes that opened long ago, which takes more calls. */
  far?: boolean;
  /** After a restore: when the backup was made. Compares all movements since, and books those whose rows were lost. */
  restoredFrom?: Date;
}

/**
 * Looks up everything unsettled at its processor, without relying on webhooks, and compares each processor's movements with our clearing
 * account. Safe at any time and concurrently with anything else. A job runs it every minute, once an hour with `far`; `cli reconcile` runs
 * it on demand.
 */
export async function reconcile(
  context: MoneyContext,
  { olderThanMs = 30_000, far = true, restoredFrom }: ReconcileOptions = {},
): Promise<ReconcileReport> {
  const report: ReconcileReport = { asked: 0, failed: 0, mismatches: [], orphans: [] };
  const runs = context.processors.all.map((cards) => ({ cards, ...startAttempts(context, cards, report) }));
  for (const { cards, attempt } of runs) {
    await reconcileAt(context, cards, attempt, { olderThanMs, far, restoredFrom });
  }
  for (const { cards, attempt, finish } of runs) {
    await attempt('books', cards.name, async () => {
      report.mismatches.push(...(await compareBooks(context, cards, attempt, { far, restoredFrom })));
    });
    await finish();
  }
  report.orphans = await reportOrphans(context);
  return report;
}

/** How far the reconciler looks back. */
interface Depth {
  far: boolean;
  restoredFrom: Date | undefined;
}

/** Everything unsettled at one processor. */
async function reconcileAt(
  context: MoneyContext,
  cards: CardProcessor,
  attempt: Attempt,
  { olderThanMs, far, restoredFrom }: Depth & { olderThanMs: number },
): Promise<void> {
  const { sql } = context.db;
  const { name } = cards;
  await eachUnsettled(
    (after, limit) => listOpenEvents(sql, name, { olderThanMs, after, limit }),
    ({ id }) => attempt('webhook', id, () => processWebhook(context, name, id)),
  );
  await eachUnsettled(
    (after, limit) => listUnsettledSetups(sql, name, { olderThanMs, after, limit }),
    (setup) => attempt('set-up', setup.id, () => reconcileSetup(context, setup)),
  );
  await eachUnsettled(
    (after, limit) => listUnsettled(sql, name, { olderThanMs, after, limit }),
    (payment) => attempt('payment', payment.id, () => reconcilePayment(context, payment)),
  );
  await eachUnsettled(
    (after, limit) => listOpenRefunds(sql, name, { olderThanMs, after, limit }),
    ({ id }) => attempt('refund', id, () => sendRefund(context, id)),
  );
  await reconcilePayouts(context, cards, olderThanMs, attempt);
  await reconcileDisputes(context, cards, attempt, { olderThanMs, far, restoredFrom });
  if (far) {
    for (const customerRef of await listErasedCustomers(sql, name, { limit: batch }))
      await attempt('customer of a deleted account', customerRef, () => forgetCustomer(context, cards, customerRef));
  }
}

/** Logs unsettled rows that name a processor that is not in use: the operator removed it from the settings too early. */
async function reportOrphans({ processors, db, log }: MoneyContext): Promise<ReconcileReport['orphans']> {
  const orphans = await countOrphans(
    db.sql,
    processors.all.map(({ name }) => name),
  );
  for (const { processor, count } of orphans) {
    log.error({ processor, count }, 'unsettled payments name a card processor that is not in use; configure it again');
  }
  return orphans;
}

type Aged<T> = T & { ageMs: number };

async function reconcileSetup(
  context: MoneyContext,
  { id, processor, sessionRef, ageMs }: Aged<{ id: string; processor: string; sessionRef: string | null }>,
): Promise<void> {
  const cards = context.processors.get(processor);
  const reference = `setup:${id}`;
  let state = await cards.lookUpSetup({ sessionRef, reference });
  if (state?.status === 'open' && sessionRef && ageMs > pageLifeMs) {
    await cards.closeSession(sessionRef);
    state = await cards.lookUpSetup({ sessionRef, reference });
  }
  if (!state && ageMs > openingMs) state = { status: 'failed', reference, reason: '' };
  if (state) await settleCardSetup(context, id, state);
}

async function reconcilePayment(context: MoneyContext, payment: Aged<Payment>): Promise<unknown> {
  if (payment.kind === 'off_session') {
    await driveCharge(context, payment, { fresh: false });
    return;
  }
  const state = await lookUpAttempt(context, payment);
  // Without a stored page, the process died before the fan got a URL. With an old open page, the fan has left it.
  const over = payment.sessionRef === null ? payment.ageMs > openingMs : payment.ageMs > pageLifeMs;
  if (over && state?.status !== 'succeeded') return closeAbandoned(context, payment);
  return state && settlePayment(context, payment.id, state);
}

/** Ends an attempt without a stored page even if the processor cannot open one to close it, because no fan can have its URL. */
async function closeAbandoned(context: MoneyContext, payment: Payment): Promise<void> {
  try {
    await closeHostedPayment(context, payment);
  } catch (error) {
    if (!(error instanceof ProcessorFault) || payment.sessionRef !== null) throw error;
    await failRefusedAttempt(context, payment);
  }
}
