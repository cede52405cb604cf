import type { MoneyContext } from '#server/money/money-context.ts';
import type { Processors } from '#server/money/processors/processors.ts';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { findPledgeTargets, type PledgeTarget, type PledgeTargetQuery } from './pledge-target.sql.ts';

const targetReadsOf = contextState(({ db, processors }: MoneyContext) =>
  createBatches((queries: PledgeTargetQuery[]) => findPledgeTargets(db.sql, namesOf(processors), queries), {
    retryIndividually: () => false,
  }),
);

const namesOf = (processors: Processors) => ({
  main: processors.main.name,
  adult: processors.forContent({ adult: true })?.name ?? null,
});

/** The pool and the saved card of a pledge; undefined when no pool has this id. Concurrent reads share the next statement. */
export async function readPledgeTarget(
  context: MoneyContext,
  query: PledgeTargetQuery,
): Promise<PledgeTarget | undefined> {
  const target = await targetReadsOf(context)(query);
  return target.id === null ? undefined : target;
}
