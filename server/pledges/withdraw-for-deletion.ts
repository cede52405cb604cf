import { AppError } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { sentences, type Text, t, verbatim } from '#contract/language/text.ts';
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
  throw appError('account_in_use', { message: () => (share.isDisputed ? bankDecides(share) : beingProcessed(share)) });
}

/**
 * Withdraws the uncharged pledges of a fan who deletes their account. A pledge that is charging, due, held or being refunded blocks the
 * deletion until it is settled. Throws `account_in_use`.
 */
export async function withdrawForDeletion(context: InTransaction<MoneyContext>, tx: Tx, userId: string): Promise<void> {
  for (const pledge of await listStandingPledges(tx, userId)) {
    if (reasonToStay(pledge)) throw appError('account_in_use', { message: () => reasonToStay(pledge) });
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
    throw appError('account_in_use', {
      message: () => sentences(notWithdrawn(standing), verbatim(error.texts().message)),
    });
  }
}

/** A pool is named by its title, unless it is adult: the reader may not have passed the age gate. */
type Named = Pick<StandingPledge, 'adult' | 'title' | 'startedAt'>;

const bankDecides = ({ adult, title, startedAt }: Named): Text =>
  sentences(
    adult
      ? t`A fan’s bank is looking into a payment for the adult pool from ${{ date: fullDate(startedAt) }}.`
      : t`A fan’s bank is looking into a payment for “${{ title }}”.`,
    t`Try again when it has decided.`,
  );

const beingProcessed = ({ adult, title, startedAt }: Named): Text =>
  sentences(
    adult
      ? t`A fan’s payment for the adult pool from ${{ date: fullDate(startedAt) }} is still being processed.`
      : t`A fan’s payment for “${{ title }}” is still being processed.`,
    t`Try again in a few minutes.`,
  );

const notWithdrawn = ({ adult, title, startedAt }: Named): Text =>
  adult
    ? t`The pledge to the adult pool from ${{ date: fullDate(startedAt) }} can’t be withdrawn right now.`
    : t`The pledge to “${{ title }}” can’t be withdrawn right now.`;

/** Addresses no one: the reader may be the owner or an admin. */
function reasonToStay({ status, adult, title, startedAt, amountCents, dueAt }: StandingPledge): Text | undefined {
  const amount = formatMoney(amountCents);
  const date = fullDate(startedAt);
  switch (status) {
    case 'charging':
      return sentences(
        adult
          ? t`A card is being charged ${{ amount }} for the adult pool from ${{ date }}.`
          : t`A card is being charged ${{ amount }} for “${{ title }}”.`,
        t`Try again in a few minutes.`,
      );
    case 'notified':
      return sentences(
        adult
          ? t`${{ amount }} is due for the adult pool from ${{ date }}.`
          : t`${{ amount }} is due for “${{ title }}”.`,
        dueAt
          ? t`If it isn’t paid, the account can be deleted after ${{ date: fullDate(dueAt) }}.`
          : t`If it isn’t paid, the account can be deleted when its time is over.`,
      );
    case 'paid':
      return sentences(
        adult
          ? t`A payment of ${{ amount }} is held for the adult pool from ${{ date }}.`
          : t`A payment of ${{ amount }} is held for “${{ title }}”.`,
        t`The account can be deleted once the pool is delivered or refunded.`,
      );
    case 'refund_pending':
      return sentences(
        adult
          ? t`${{ amount }} for the adult pool from ${{ date }} is on its way back to the card.`
          : t`${{ amount }} for “${{ title }}” is on its way back to the card.`,
        t`Try again when it has arrived.`,
      );
    case 'disputed':
      return sentences(
        adult
          ? t`A bank is looking into a payment of ${{ amount }} for the adult pool from ${{ date }}.`
          : t`A bank is looking into a payment of ${{ amount }} for “${{ title }}”.`,
        t`Try again when it has decided.`,
      );
    default:
      return undefined;
  }
}
