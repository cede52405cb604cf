import { listUnsettledSetupsOf } from '#server/money/hosted-pages/card-setups.sql.ts';
import { settleCardSetup } from '#server/money/hosted-pages/settle-card-setup.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { ProcessorFault } from './card-port.ts';
import { askAbout } from './drive-charge.ts';
import type { MoneyContext } from './money-context.ts';
import { listUnsettledOf } from './payments.sql.ts';
import { settlePayment } from './settle-payment.ts';

const everyMs = 1000;
const remembered = 5000;
/** When this node last asked about a subject, oldest first. It only saves calls, so the clock of the process is enough. */
const askTimes = contextState(() => new Map<string, number>());

/**
 * Asks the processor about what is unsettled for a subject, for pages that wait after the fan came back: at most once a second per
 * subject, and never an error to the caller, who reads afterwards what is known. Never inside a transaction.
 */
export async function lookUpSubject(context: MoneyContext, subject: string): Promise<void> {
  if (wasAskedJustNow(askTimes(context), subject)) return;
  const { cards, db, log } = context;
  try {
    for (const setup of await listUnsettledSetupsOf(db.sql, cards.name, subject)) {
      const state = await cards.lookUpSetup({ sessionRef: setup.sessionRef, reference: `setup:${setup.id}` });
      if (state) await settleCardSetup(context, setup.id, state);
    }
    for (const payment of await listUnsettledOf(db.sql, cards.name, subject)) {
      const state = await askAbout(cards, payment);
      if (state) await settlePayment(context, payment.id, state);
    }
  } catch (error) {
    if (!(error instanceof ProcessorFault)) throw error;
    log.warn({ err: error, subject }, 'could not look up what is unsettled');
  }
}

function wasAskedJustNow(askedAt: Map<string, number>, subject: string): boolean {
  const now = performance.now();
  const last = askedAt.get(subject);
  if (last !== undefined && now - last < everyMs) return true;
  askedAt.delete(subject);
  askedAt.set(subject, now);
  const [oldest] = askedAt.keys();
  if (askedAt.size > remembered && oldest !== undefined) askedAt.delete(oldest);
  return false;
}
