import { appError } from '#contract/errors.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { assertContentSeen } from '#server/pools/assert-content-seen.ts';
import { applyPledgeEvent, lockPledge } from './apply-pledge-event.ts';
import { schedulePledgeJob, setupOverJob } from './pledge-jobs.ts';
import {
  extendSetup,
  findLivePledge,
  insertPledge,
  insertRestart,
  type NewPledge,
  type PledgeRow,
} from './pledges.sql.ts';
import { findRequest, type StoredRequest } from './requests.sql.ts';

type Opened = { opened: PledgeRow } | { repeated: StoredRequest };

/**
 * Opens a pledge that waits for its card. If the fan has one that waits already, that pledge takes the new terms. `repeated` when a
 * concurrent request has used the same key. Throws `pledge_exists` when the fan's live pledge counts already, and `pool_state` if the fan
 * has seen other content of the pool.
 */
export async function openPledge(context: MoneyContext, terms: NewPledge): Promise<Opened> {
  // The pledge that blocks the insert may end before it is locked, so the insert is tried again.
  for (let round = 0; round < 3; round += 1) {
    const opened = await context.db.tx((tx) => openOnce(context, tx, terms));
    if (opened) return opened;
  }
  throw appError('conflict');
}

async function openOnce(context: InTransaction<MoneyContext>, tx: Tx, terms: NewPledge): Promise<Opened | undefined> {
  const { setupMs } = context.config.windows;
  const pledge = await insertPledge(tx, terms, setupMs);
  if (pledge) {
    // An edit waits for this insert, or the insert has waited for it.
    await assertContentSeen(tx, terms);
    await schedulePledgeJob(context, tx, setupOverJob, pledge.id, pledge.setupDueAt);
    return { opened: pledge };
  }
  const repeated = await findRequest(tx, terms.fanId, terms.requestKey);
  if (repeated) return { repeated };
  const live = await findLivePledge(tx, terms.poolId, terms.fanId);
  return live ? restart(context, tx, live.id, terms) : undefined;
}

/** The fan pledges again before a card was saved: the same pledge takes the new terms, and its set-up window starts again. */
async function restart(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  pledgeId: string,
  terms: NewPledge,
): Promise<Opened | undefined> {
  const locked = await lockPledge(tx, pledgeId);
  if (locked.pledge.status !== 'setup_pending') throw appError('pledge_exists');
  await assertContentSeen(tx, terms);
  if (!(await insertRestart(tx, pledgeId, terms))) return undefined;
  const { amountCents, anonymous } = terms;
  await extendSetup(tx, pledgeId, context.config.windows.setupMs);
  const opened = await applyPledgeEvent(context, tx, locked, { type: 'restart' }, { amountCents, anonymous });
  return { opened };
}
