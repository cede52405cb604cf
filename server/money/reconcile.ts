import { AppError } from '#contract/errors.ts';
import { listUnsettledSetups } from '#server/money/hosted-pages/card-setups.sql.ts';
import { closeHostedPayment } from '#server/money/hosted-pages/close-hosted-payment.ts';
import { settleCardSetup } from '#server/money/hosted-pages/settle-card-setup.ts';
import { listOpenPayouts } from '#server/money/payouts/payouts.sql.ts';
import { sendPayout } from '#server/money/payouts/send-payout.ts';
import { databaseNow } from '#server/platform/clock.ts';
import { type Movement, ProcessorFault } from './card-processor.ts';
import { reconcileDisputes } from './disputes/reconcile-disputes.ts';
import { driveCharge, lookUpAttempt } from './drive-charge.ts';
import { failRefusedAttempt } from './fail-refused-attempt.ts';
import { clearingByReference } from './ledger.sql.ts';
import type { MoneyContext } from './money-context.ts';
import { listUnsettled } from './payments.sql.ts';
import type { Payment } from './payments.ts';
import { processWebhook } from './process-webhook.ts';
import { listOpenRefunds } from './refunds.sql.ts';
import { sendRefund } from './send-refund.ts';
import { settleByReference } from './settle-by-reference.ts';
import { settlePayment } from './settle-payment.ts';
import { listOpenEvents } from './webhooks.sql.ts';

const minuteMs = 60_000;
/** The reconciler closes hosted pages after this time. */
const pageLifeMs = 24 * 60 * minuteMs;
/** The reconciler ends an attempt without a stored page after this time. Until then the fan can press "Pay" again and get its page. */
const openingMs = 10 * minuteMs;
const comparedMs = 3 * 24 * 60 * minuteMs;
const batch = 200;

export interface ReconcileReport {
  asked: number;
  /** Look-ups that failed; the next run repeats them. */
  failed: number;
  /** References whose sums the processor and our clearing account disagree about. */
  mismatches: string[];
}

export interface ReconcileOptions {
  /** Skips younger rows, because another call is probably still working on them. */
  olderThanMs?: number;
}

/**
 * Looks up everything unsettled at the processor, without relying on webhooks, and compares the processor's movements with our clearing
 * account. Safe at any time and concurrently with anything else. A job runs it every minute; `cli reconcile` runs it on demand.
 */
export async function reconcile(
  context: MoneyContext,
  { olderThanMs = 30_000 }: ReconcileOptions = {},
): Promise<ReconcileReport> {
  const report: ReconcileReport = { asked: 0, failed: 0, mismatches: [] };
  const attempt = async (what: string, id: string, work: () => Promise<unknown>) => {
    report.asked += 1;
    try {
      await work();
    } catch (error) {
      report.failed += 1;
      const level = error instanceof ProcessorFault ? 'warn' : 'error';
      context.log[level]({ err: error, what, id }, 'reconciling failed; the next run tries again');
    }
  };
  const { cards, db } = context;
  for (const id of await listOpenEvents(db.sql, cards.name, olderThanMs, batch)) {
    await attempt('webhook', id, () => processWebhook(context, cards.name, id));
  }
  await eachUnsettled(
    (after) => listUnsettledSetups(db.sql, cards.name, { olderThanMs, after, limit: batch }),
    (setup) => attempt('set-up', setup.id, () => reconcileSetup(context, setup)),
  );
  await eachUnsettled(
    (after) => listUnsettled(db.sql, cards.name, { olderThanMs, after, limit: batch }),
    (payment) => attempt('payment', payment.id, () => reconcilePayment(context, payment)),
  );
  for (const id of await listOpenRefunds(db.sql, olderThanMs, batch)) {
    await attempt('refund', id, () => sendRefund(context, id));
  }
  for (const id of await listOpenPayouts(db.sql, olderThanMs, batch)) {
    await attempt('payout', id, () => sendPayout(context, id));
  }
  await reconcileDisputes(context, attempt, { now: await databaseNow(db.sql), olderThanMs });
  await attempt('books', cards.name, async () => {
    report.mismatches = await compareBooks(context);
  });
  return report;
}

async function eachUnsettled<T extends { id: string }>(
  list: (after: string | null) => Promise<T[]>,
  work: (row: T) => Promise<void>,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const rows: T[] = await list(after);
    for (const row of rows) await work(row);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.id;
  }
}

type Aged<T> = T & { ageMs: number };

async function reconcileSetup(
  context: MoneyContext,
  { id, sessionRef, ageMs }: Aged<{ id: string; sessionRef: string | null }>,
): Promise<void> {
  const { cards } = context;
  const reference = `setup:${id}`;
  let state = await cards.lookUpSetup({ sessionRef, reference });
  if (state?.status === 'open' && sessionRef && ageMs > pageLifeMs) {
    await cards.closeSession(sessionRef);
    state = await cards.lookUpSetup({ sessionRef, reference });
  }
  if (!state && ageMs > openingMs) state = { status: 'failed', reference, reason: '' };
  if (state) await settleCardSetup(context, id, state);
}

async function reconcilePayment(context: MoneyContext, payment: Aged<Payment>): Promise<void> {
  if (payment.kind === 'off_session') return reconcileCharge(context, payment);
  const state = await lookUpAttempt(context.cards, payment);
  // Without a stored page, the process died before the fan got a URL. With an old open page, the fan has left it.
  const over = payment.sessionRef === null ? payment.ageMs > openingMs : payment.ageMs > pageLifeMs;
  if (over && state?.status !== 'succeeded') await closeAbandoned(context, payment);
  else if (state) await settlePayment(context, payment.id, state);
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

async function reconcileCharge(context: MoneyContext, payment: Payment): Promise<void> {
  try {
    await driveCharge(context, payment, { fresh: false });
  } catch (error) {
    // The end of the freeze enqueues the charge again.
    if (!(error instanceof AppError) || error.code !== 'pool_frozen') throw error;
  }
}

/**
 * Compares our clearing account with the processor's movements of the last three days, by reference. A difference may be an operation
 * in progress or a late payment on a failed attempt, so it is looked up and settled first. Logs and returns what still differs.
 */
async function compareBooks(context: MoneyContext): Promise<string[]> {
  const { db, log, metrics } = context;
  const since = new Date((await databaseNow(db.sql)).getTime() - comparedMs);
  const before = await differences(context, since);
  for (const reference of before.keys()) await settleByReference(context, reference);
  // A difference that appeared only since the first comparison is in progress.
  const left = [...(await differences(context, since))].filter(([reference]) => before.has(reference));
  for (const [reference, theirs] of left) {
    metrics.counter('fanfare_money_mismatches_total', 'Things the card processor and our books disagree about').inc();
    log.error(
      { reference, theirs },
      'our clearing account and the card processor differ; check this reference with the processor',
    );
  }
  return left.map(([reference]) => reference);
}

async function differences({ cards, db }: MoneyContext, since: Date): Promise<Map<string, number>> {
  const theirs = sumByReference(await cards.listMovements(since));
  const rows = await clearingByReference(db.sql, [...theirs.keys()]);
  const ours = new Map(rows.map(({ reference, amountCents }) => [reference, amountCents]));
  return new Map([...theirs].filter(([reference, cents]) => (ours.get(reference) ?? 0) !== cents));
}

function sumByReference(movements: readonly Movement[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { reference, amountCents } of movements) {
    const name = reference ?? 'no reference';
    sums.set(name, (sums.get(name) ?? 0) + amountCents);
  }
  return sums;
}
