import type { MoneyContext } from '#server/money/money-context.ts';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { findPledgeTargets, type PledgeTarget, type PledgeTargetQuery } from './pledge-target.sql.ts';

const targetReadsOf = contextState(({ db, cards }: MoneyContext) =>
  createBatches((queries: PledgeTargetQuery[]) => findPledgeTargets(db.sql, cards.name, queries), {
    retryIndividually: () => false,
  }),
);

/** The pool and the saved card of a pledge; undefined when no pool has this id. Concurrent reads share the next statement. */
export async function readPledgeTarget(
  context: MoneyContext,
  query: PledgeTargetQuery,
): Promise<PledgeTarget | undefined> {
  const target = await targetReadsOf(context)(query);
  return target.id === null ? undefined : target;
}
