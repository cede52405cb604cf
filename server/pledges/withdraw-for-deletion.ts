import { AppError, appError } from '#contract/errors.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { findOpenShare, listStandingPledges, type StandingPledge } from './account-deletion.sql.ts';
import { applyPledgeEvent, lockPledge } from './apply-pledge-event.ts';
import { phaseNow } from './policy.ts';

/**
 * Refuses to delete the account of a creator while a share of a completed pool may still become due to them. The pools module has locked
 * these pools. Throws `account_in_use`.
 */
export async function assertNoOpenShare(tx: Tx, userId: string): Promise<void> {
  const share = await findOpenShare(tx, userId);
  if (!share) return;
  const message = share.isDisputed
    ? `A fan’s bank is looking into a payment for ${nameOf(share)}. Try again when it has decided.`
    : `A fan’s payment for ${nameOf(share)} is still being processed. Try again in a few minutes.`;
  throw appError('account_in_use', { message });
}

/**
 * Withdraws the uncharged pledges of a fan who deletes their account. A pledge that is charging, due, held or being refunded blocks the
 * deletion until it is settled. Throws `account_in_use`.
 */
export async function withdrawForDeletion(context: InTransaction<MoneyContext>, tx: Tx, userId: string): Promise<void> {
  for (const pledge of await listStandingPledges(tx, userId)) {
    const reason = reasonToStay(pledge);
    if (reason) throw appError('account_in_use', { message: reason });
    await withdraw(context, tx, pledge);
  }
}

async function withdraw(context: InTransaction<MoneyContext>, tx: Tx, standing: StandingPledge): Promise<void> {
  const locked = await lockPledge(tx, standing.id);
  const { pool } = locked;
  try {
    await applyPledgeEvent(context, tx, locked, { type: 'withdraw', phase: phaseNow(pool), frozen: pool.frozen });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const message = `The pledge to ${nameOf(standing)} can’t be withdrawn right now. ${error.message}`;
    throw appError('account_in_use', { message });
  }
}

/** The pool's title, unless the pool is adult: the reader may not have passed the age gate. */
const nameOf = ({ adult, title, startedAt }: Pick<StandingPledge, 'adult' | 'title' | 'startedAt'>) =>
  adult ? `the adult pool from ${fullDate(startedAt)}` : `“${title}”`;

/** Addresses no one: the reader may be the owner or an admin. */
function reasonToStay(pledge: StandingPledge): string | undefined {
  const amount = formatMoney(pledge.amountCents);
  const pool = nameOf(pledge);
  switch (pledge.status) {
    case 'charging':
      return `A card is being charged ${amount} for ${pool}. Try again in a few minutes.`;
    case 'notified':
      return `${amount} is due for ${pool}. If it isn’t paid, the account can be deleted ${pledge.dueAt ? `after ${fullDate(pledge.dueAt)}` : 'when its time is over'}.`;
    case 'paid':
      return `A payment of ${amount} is held for ${pool}. The account can be deleted once the pool is delivered or refunded.`;
    case 'refund_pending':
      return `${amount} for ${pool} is on its way back to the card. Try again when it has arrived.`;
    case 'disputed':
      return `A bank is looking into a payment of ${amount} for ${pool}. Try again when it has decided.`;
    default:
      return undefined;
  }
}
