import { databaseNow } from '#server/platform/clock.ts';
import { bookOwnMovement } from './book-own-movement.ts';
import type { CardProcessor, Movement } from './card-processor.ts';
import { clearingByReference } from './ledger.sql.ts';
import type { MoneyContext } from './money-context.ts';
import { countMismatch } from './problems/report-problem.ts';
import { referencesElsewhere } from './processors/routing.sql.ts';
import type { Attempt } from './reconcile-attempts.ts';
import { settleByReference } from './settle-by-reference.ts';
import { adoptUnmatched } from './unmatched/adopt-unmatched.ts';
import { bookUnmatched } from './unmatched/book-unmatched.ts';
import { findRecentRestore } from './unmatched/unmatched.sql.ts';

const comparedMs = 3 * 24 * 60 * 60_000;
/** Reading the movements of three days takes a call for each hundred, so only runs with `far` compare all of them. */
const recentMs = 2 * 60 * 60_000;

/**
 * Compares our clearing account with a processor's movements of the last two hours, with `far` of three days, by reference. A
 * difference may be an operation in progress or a late payment on a failed attempt, so it is looked up and settled first. After a
 * restore, books movements whose rows are lost. Logs and returns what still differs, also where a look-up failed.
 */
export async function compareBooks(
  context: MoneyContext,
  cards: CardProcessor,
  attempt: Attempt,
  { far, restoredFrom }: { far: boolean; restoredFrom: Date | undefined },
): Promise<string[]> {
  const { db, log, metrics } = context;
  const now = (await databaseNow(db.sql)).getTime();
  // For a while after a restore, because a fan may still pay on a page that was open then.
  const restored = restoredFrom ?? (await findRecentRestore(db.sql, comparedMs));
  const span = far || restored ? comparedMs : recentMs;
  const since = new Date(Math.min(now, restored?.getTime() ?? now) - span);
  const { counts: before, movements } = await differences(context, cards, since);
  // The references of admins' refunds are longer. They come first, because a refund of the rest depends on what they left. Disputes come
  // last: that of an unmatched charge counts as ours once the charge is booked.
  const rank = ([reference]: [string, unknown]) => (reference.startsWith('dispute:') ? 0 : reference.length);
  for (const [reference, theirs] of [...before].toSorted((a, b) => rank(b) - rank(a))) {
    await attempt('movement', reference, async () => {
      const own = movements.find((one) => one.reference === reference);
      const isBooked = own !== undefined && (await bookOwnMovement(context, cards.name, own));
      const isKnown = isBooked || (await settleByReference(context, cards.name, reference));
      if (!isKnown && restored) await bookUnmatched(context, cards, reference, theirs);
    });
  }
  await attempt('unmatched movements', cards.name, () => adoptUnmatched(context, cards, { far }));
  if (before.size === 0) return [];
  // A difference that appeared only since the first comparison is in progress.
  const { counts } = await differences(context, cards, since);
  const left = [...counts].filter(([reference]) => before.has(reference));
  for (const [reference, theirs] of left) {
    countMismatch({ metrics });
    log.error(
      { processor: cards.name, reference, theirs },
      'our clearing account and the card processor differ; check this reference with the processor',
    );
  }
  return left.map(([reference]) => reference);
}

/** The processor's movements, and the sums of those that we have not booked, in cents by reference. */
async function differences(
  { db }: MoneyContext,
  cards: CardProcessor,
  since: Date,
): Promise<{ counts: Map<string, number>; movements: Movement[] }> {
  const movements = await cards.listMovements(since);
  const sums = sumByReference(movements);
  const references = [...sums.keys()];
  const rows = await clearingByReference(db.sql, references, since);
  const ours = new Map(rows.map((row) => [row.reference, row]));
  // What we booked for a row of another processor says nothing about this one.
  for (const reference of await referencesElsewhere(db.sql, cards.name, references)) ours.delete(reference);
  const counts = new Map<string, number>();
  for (const [reference, cents] of sums) {
    const { amountCents, sinceCents } = ours.get(reference) ?? { amountCents: 0, sinceCents: 0 };
    // A dispute may be opened before these days and decided within them. Then only its later journals have a movement here.
    if (cents !== amountCents && cents !== sinceCents) counts.set(reference, cents);
  }
  return { counts, movements };
}

function sumByReference(movements: readonly Movement[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { reference, amountCents } of movements) {
    const name = reference ?? 'no reference';
    sums.set(name, (sums.get(name) ?? 0) + amountCents);
  }
  return sums;
}
