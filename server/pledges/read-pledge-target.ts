import type { MoneyContext } from '#server/money/money-context.ts';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import { findPledgeTargets, type PledgeTarget, type PledgeTargetQuery } from './pledge-target.sql.ts';

type Read = (question: PledgeTargetQuery) => Promise<PledgeTarget | { id: null }>;
const readers = new WeakMap<object, Read>();

/** What a fan's pledge needs; undefined where there is no such pool. All who ask while one read is under way share the next. */
export async function readPledgeTarget(
  { db, cards }: MoneyContext,
  question: PledgeTargetQuery,
): Promise<PledgeTarget | undefined> {
  let read = readers.get(db);
  if (!read) {
    read = createBatches((questions: PledgeTargetQuery[]) => findPledgeTargets(db.sql, cards.name, questions), {
      failsAlone: () => false,
    });
    readers.set(db, read);
  }
  const target = await read(question);
  return target.id === null ? undefined : target;
}
