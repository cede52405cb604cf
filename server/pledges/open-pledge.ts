import { appError } from '#contract/errors.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { lockPledge, movePledge } from './move-pledge.ts';
import { armJob, setupOverJob } from './pledge-jobs.ts';
import {
  extendSetup,
  findLivePledge,
  findRequest,
  insertPledge,
  insertRestart,
  type NewPledge,
  type PledgeRow,
} from './pledges.sql.ts';

type Opened = { opened: PledgeRow } | { repeated: { id: string; poolId: string; requestCents: number } };

/**
 * A pledge that waits for its card: a new one, or the fan's one that waits already, which takes the new terms. `repeated` when the
 * request key turns out to have been used a moment ago. Throws `pledge_exists` when the fan's live pledge counts already.
 */
export async function openPledge(context: MoneyContext, terms: NewPledge): Promise<Opened> {
  // Whoever stands in the way may end between two looks; three rounds are more than it ever takes.
  for (let round = 0; round < 3; round += 1) {
    const opened = await context.db.tx((tx) => openOnce(context, tx, terms));
    if (opened) return opened;
  }
  throw appError('conflict');
}

async function openOnce(context: MoneyContext, tx: Tx, terms: NewPledge): Promise<Opened | undefined> {
  const { setupMs } = context.config.windows;
  const pledge = await insertPledge(tx, terms, setupMs);
  if (pledge) {
    await armJob(context, tx, setupOverJob, pledge.id, pledge.setupDueAt);
    return { opened: pledge };
  }
  const repeated = await findRequest(tx, terms.fanId, terms.requestKey);
  if (repeated) return { repeated };
  const live = await findLivePledge(tx, terms.poolId, terms.fanId);
  return live ? restart(context, tx, live.id, terms) : undefined;
}

/** The fan came back before a card was saved: the same pledge with the new terms, and its window from now on. */
async function restart(context: MoneyContext, tx: Tx, pledgeId: string, terms: NewPledge): Promise<Opened | undefined> {
  const locked = await lockPledge(tx, pledgeId);
  if (locked.pledge.status !== 'setup_pending') throw appError('pledge_exists');
  if (!(await insertRestart(tx, pledgeId, terms))) return undefined;
  const { amountCents, anonymous } = terms;
  await extendSetup(tx, pledgeId, context.config.windows.setupMs);
  const opened = await movePledge(context, tx, locked, { type: 'restart' }, { amountCents, anonymous });
  return { opened };
}
