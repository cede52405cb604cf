import { AppError } from '#contract/errors.ts';
import { listUnsettledSetups } from '#server/money/hosted-pages/card-setups.sql.ts';
import { closeHostedPayment } from '#server/money/hosted-pages/close-hosted-payment.ts';
import { settleCardSetup } from '#server/money/hosted-pages/settle-card-setup.ts';
import { listAccountsToCheck } from '#server/money/payouts/payout-accounts.sql.ts';
import { listOpenParts } from '#server/money/payouts/payout-parts.sql.ts';
import { listOverdueWaiting } from '#server/money/payouts/payouts.sql.ts';
import { refreshPayoutAccount } from '#server/money/payouts/refresh-payout-account.ts';
import { listOpenReversals } from '#server/money/payouts/reversals.sql.ts';
import { sendReversal } from '#server/money/payouts/reverse-payout.ts';
import { sendPayoutPart } from '#server/money/payouts/send-payout-part.ts';
import { resumePayout } from '#server/money/payouts/start-payout.ts';
import { databaseNow } from '#server/platform/clock.ts';
import { type CardProcessor, type Movement, ProcessorFault } from './card-processor.ts';
import { listErasedCustomers } from './cards/cards.sql.ts';
import { countMismatch } from './count-mismatch.ts';
import { reconcileDisputes } from './disputes/reconcile-disputes.ts';
import { driveCharge, lookUpAttempt } from './drive-charge.ts';
import { forgetCustomer } from './erase-payer.ts';
import { failRefusedAttempt } from './fail-refused-attempt.ts';
import { clearingByReference } from './ledger.sql.ts';
import type { MoneyContext } from './money-context.ts';
import { listUnsettled } from './payments.sql.ts';
import type { Payment } from './payments.ts';
import { countOrphans, referencesElsewhere } from './processors/routing.sql.ts';
import { listOpenRefunds } from './refunds/refunds.sql.ts';
import { sendRefund } from './refunds/send-refund.ts';
import { settleByReference } from './settle-by-reference.ts';
import { settlePayment } from './settle-payment.ts';
import { adoptUnmatched } from './unmatched/adopt-unmatched.ts';
import { bookUnmatched } from './unmatched/book-unmatched.ts';
import { findRecentRestore } from './unmatched/unmatched.sql.ts';
import { processWebhook } from './webhooks/process-webhook.ts';
import { listOpenEvents } from './webhooks/webhooks.sql.ts';

const minuteMs = 60_000;
/** The reconciler closes hosted pages after this time. */
const pageLifeMs = 24 * 60 * minuteMs;
/** The reconciler ends an attempt without a stored page after this time. Until then the fan can press "Pay" again and get its page. */
const openingMs = 10 * minuteMs;
const comparedMs = 3 * 24 * 60 * minuteMs;
/** Reading the movements of three days takes a call for each hundred, so only runs with `far` compare all of them. */
const recentMs = 2 * 60 * minuteMs;
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
  const attempt: Attempt = async (what, id, work) => {
    report.asked += 1;
    try {
      await work();
    } catch (error) {
      report.failed += 1;
      const level = error instanceof ProcessorFault ? 'warn' : 'error';
      context.log[level]({ err: error, what, id }, 'reconciling failed; the next run tries again');
    }
  };
  for (const cards of context.processors.all) {
    await reconcileAt(context, cards, attempt, { olderThanMs, far, restoredFrom });
  }
  for (const cards of context.processors.all) {
    await attempt('books', cards.name, async () => {
      report.mismatches.push(...(await compareBooks(context, cards, attempt, { far, restoredFrom })));
    });
  }
  report.orphans = await reportOrphans(context);
  return report;
}

/** How far the reconciler looks back. */
interface Depth {
  far: boolean;
  restoredFrom: Date | undefined;
}

type Attempt = (what: string, id: string, work: () => Promise<unknown>) => Promise<void>;

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
    (after) => listOpenEvents(sql, name, { olderThanMs, after, limit: batch }),
    ({ id }) => attempt('webhook', id, () => processWebhook(context, name, id)),
  );
  await eachUnsettled(
    (after) => listUnsettledSetups(sql, name, { olderThanMs, after, limit: batch }),
    (setup) => attempt('set-up', setup.id, () => reconcileSetup(context, setup)),
  );
  await eachUnsettled(
    (after) => listUnsettled(sql, name, { olderThanMs, after, limit: batch }),
    (payment) => attempt('payment', payment.id, () => reconcilePayment(context, payment)),
  );
  await eachUnsettled(
    (after) => listOpenRefunds(sql, name, { olderThanMs, after, limit: batch }),
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

async function reconcilePayouts(
  context: MoneyContext,
  { name, onboarding }: CardProcessor,
  olderThanMs: number,
  attempt: Attempt,
): Promise<void> {
  const { sql } = context.db;
  if (onboarding) {
    for (const userId of await listAccountsToCheck(sql, name, olderThanMs, batch)) {
      await attempt('payout account', userId, () => refreshPayoutAccount(context, { userId, processor: name }));
    }
  }
  for (const id of await listOverdueWaiting(sql, name, batch)) {
    await attempt('payout', id, () => resumePayout(context, id));
  }
  await eachUnsettled(
    (after) => listOpenParts(sql, name, { olderThanMs, after, limit: batch }),
    ({ id }) => attempt('payout part', id, () => sendPayoutPart(context, id)),
  );
  await eachUnsettled(
    (after) => listOpenReversals(sql, name, { olderThanMs, after, limit: batch }),
    ({ id }) => attempt('reversal', id, () => sendReversal(context, id)),
  );
}

/** Rows that stay unsettled must not hide later ones, so the cursor goes through all of them. */
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

async function reconcilePayment(context: MoneyContext, payment: Aged<Payment>): Promise<void> {
  if (payment.kind === 'off_session') return reconcileCharge(context, payment);
  const state = await lookUpAttempt(context, payment);
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
 * Compares our clearing account with a processor's movements of the last two hours, with `far` of three days, by reference. A
 * difference may be an operation in progress or a late payment on a failed attempt, so it is looked up and settled first. After a
 * restore, books movements whose rows are lost. Logs and returns what still differs, also where a look-up failed.
 */
async function compareBooks(
  context: MoneyContext,
  cards: CardProcessor,
  attempt: Attempt,
  { far, restoredFrom }: Depth,
): Promise<string[]> {
  const { db, log, metrics } = context;
  const now = (await databaseNow(db.sql)).getTime();
  // For a while after a restore, because a fan may still pay on a page that was open then.
  const restored = restoredFrom ?? (await findRecentRestore(db.sql, comparedMs));
  const span = far || restored ? comparedMs : recentMs;
  const since = new Date(Math.min(now, restored?.getTime() ?? now) - span);
  const before = await differences(context, cards, since);
  // The references of admins' refunds are longer. They come first, because a refund of the rest depends on what they left. Disputes come
  // last: that of an unmatched charge counts as ours once the charge is booked.
  const rank = ([reference]: [string, unknown]) => (reference.startsWith('dispute:') ? 0 : reference.length);
  for (const [reference, theirs] of [...before].toSorted((a, b) => rank(b) - rank(a))) {
    await attempt('movement', reference, async () => {
      const isKnown = await settleByReference(context, cards.name, reference);
      if (!isKnown && restored) await bookUnmatched(context, cards, reference, theirs);
    });
  }
  await attempt('unmatched movements', cards.name, () => adoptUnmatched(context, cards, { far }));
  if (before.size === 0) return [];
  // A difference that appeared only since the first comparison is in progress.
  const left = [...(await differences(context, cards, since))].filter(([reference]) => before.has(reference));
  for (const [reference, theirs] of left) {
    countMismatch({ metrics });
    log.error(
      { processor: cards.name, reference, theirs },
      'our clearing account and the card processor differ; check this reference with the processor',
    );
  }
  return left.map(([reference]) => reference);
}

/** The processor's sums that we have not booked, in cents by reference. */
async function differences({ db }: MoneyContext, cards: CardProcessor, since: Date): Promise<Map<string, number>> {
  const sums = sumByReference(await cards.listMovements(since));
  const references = [...sums.keys()];
  const rows = await clearingByReference(db.sql, references, since);
  const ours = new Map(rows.map((row) => [row.reference, row]));
  // What we booked for a row of another processor says nothing about this one.
  for (const reference of await referencesElsewhere(db.sql, cards.name, references)) ours.delete(reference);
  const found = new Map<string, number>();
  for (const [reference, cents] of sums) {
    const { amountCents, sinceCents } = ours.get(reference) ?? { amountCents: 0, sinceCents: 0 };
    // A dispute may be opened before these days and decided within them. Then only its later journals have a movement here.
    if (cents !== amountCents && cents !== sinceCents) found.set(reference, cents);
  }
  return found;
}

function sumByReference(movements: readonly Movement[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { reference, amountCents } of movements) {
    const name = reference ?? 'no reference';
    sums.set(name, (sums.get(name) ?? 0) + amountCents);
  }
  return sums;
}
