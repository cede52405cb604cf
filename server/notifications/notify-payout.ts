import { sentences, type Text, t, verbatim } from '#contract/language/text.ts';
import { dashboardViewPath } from '#contract/paths.ts';
import { formatMoney, formatMoneyExact } from '#contract/values/money.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { givenReason, type Notice, nameOfPool } from './notice.ts';
import { findPool, type PoolRow } from './notice-pools.sql.ts';
import { findRecipient } from './notice-recipients.sql.ts';
import { findPayout, type PayoutRow } from './notice-reviews.sql.ts';
import { notify } from './notify.ts';

/** Notifies a creator that a payout was sent. */
export async function notifyPayout(context: Platform, payoutId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const payout = await findPayout(tx, payoutId);
    const creator = payout && (await findRecipient(tx, payout.userId));
    if (!payout || !creator) return;
    const pool = await poolOf(tx, payout);
    await notify(context, tx, creator, () => payoutNotice(payout, pool), payoutId);
  });
}

type PaidPool = Pick<PoolRow, 'id' | 'title' | 'adult' | 'createdAt'>;

const poolOf = async (tx: Tx, { poolId }: PayoutRow) => (poolId ? await findPool(tx, poolId) : undefined);

/** The facts of a payout in its email. The id is the one that the processor shows. */
function payoutFacts(label: Text, { id, amountCents }: Payout, pool: PaidPool | undefined): [Text, Text][] {
  const about: [Text, Text][] = pool
    ? [
        [t`Pool`, nameOfPool(pool)],
        [t`Pool ID`, verbatim(pool.id)],
      ]
    : [];
  return [[label, formatMoneyExact(amountCents)], ...about, [t`Reference`, verbatim(id)]];
}

type Payout = Pick<PayoutRow, 'id' | 'amountCents'>;

/** Names the pool that earned the money, as on the statement and at the processor. */
const sent = (amount: Text, pool: PaidPool | undefined): Text =>
  pool
    ? t`We sent ${{ amount }} to your bank for ${{ pool: nameOfPool(pool) }}.`
    : t`We sent ${{ amount }} to your bank.`;

export const payoutNotice = (payout: Payout, pool?: PaidPool): Notice => ({
  kind: 'payout_paid',
  title: t`We sent your payout`,
  body: sent(formatMoney(payout.amountCents), pool),
  href: '/dashboard',
  ...(pool ? { poolId: pool.id } : {}),
  action: t`Open your dashboard`,
  facts: payoutFacts(t({ message: 'Paid out', context: 'label of an amount' }), payout, pool),
});

/** Notifies a creator that a payout waits for their payout account, or that it came back. */
export async function notifyPayoutTrouble(
  context: Platform,
  kind: 'payout_waiting' | 'payout_failed',
  payoutId: string,
): Promise<void> {
  await context.db.tx(async (tx) => {
    const payout = await findPayout(tx, payoutId);
    const creator = payout && (await findRecipient(tx, payout.userId));
    if (!payout || !creator) return;
    const pool = await poolOf(tx, payout);
    const compose = () => (kind === 'payout_waiting' ? payoutWaiting : payoutFailed)(payout, pool);
    await notify(context, tx, creator, compose, `${payoutId}:${payout.attempt}`);
  });
}

const earned = (amount: Text, pool: PaidPool | undefined): Text =>
  pool ? t`You earned ${{ amount }} for ${{ pool: nameOfPool(pool) }}.` : t`You earned ${{ amount }}.`;

export const payoutWaiting = (payout: Payout, pool?: PaidPool): Notice => ({
  kind: 'payout_waiting',
  title: t`Set up your payouts to get your money`,
  body: sentences(
    earned(formatMoney(payout.amountCents), pool),
    t`It stays in your balance until your payouts are set up. Then we send it automatically.`,
  ),
  href: '/dashboard',
  ...(pool ? { poolId: pool.id } : {}),
  action: t`Set up payouts`,
  facts: payoutFacts(t({ message: 'Waiting', context: 'label of an amount' }), payout, pool),
});

const isBack = (amount: Text, pool: PaidPool | undefined): Text =>
  pool
    ? t`${{ amount }} for ${{ pool: nameOfPool(pool) }} is back in your balance.`
    : t`${{ amount }} is back in your balance.`;

export const payoutFailed = (payout: Payout, pool?: PaidPool): Notice => ({
  kind: 'payout_failed',
  title: t`A payout didn’t go through`,
  body: sentences(
    isBack(formatMoney(payout.amountCents), pool),
    t`Check your payout account, then send the payout again from your earnings.`,
  ),
  href: dashboardViewPath('earnings'),
  ...(pool ? { poolId: pool.id } : {}),
  action: t`Open your earnings`,
  facts: payoutFacts(t({ message: 'Not paid out', context: 'label of an amount' }), payout, pool),
});

/** Notifies a creator that an admin holds their payouts, or sends them again. */
export async function notifyPayoutHold(
  context: Platform,
  kind: 'payouts_held' | 'payouts_released',
  { userId, reason, at }: FactMap['payouts.held'],
): Promise<void> {
  await context.db.tx(async (tx) => {
    const creator = await findRecipient(tx, userId);
    const compose = () => (kind === 'payouts_held' ? payoutsHeld(reason) : payoutsReleased(reason));
    if (creator) await notify(context, tx, creator, compose, `${userId}:${at}`);
  });
}

export const payoutsHeld = (reason: string): Notice => ({
  kind: 'payouts_held',
  title: t`Your payouts are held by an admin`,
  body: sentences(givenReason(reason), t`Your earnings stay in your balance. We’ll tell you when they’re sent again.`),
  href: dashboardViewPath('earnings'),
  action: t`Open your earnings`,
});

export const payoutsReleased = (reason: string): Notice => ({
  kind: 'payouts_released',
  title: t`Your payouts go on`,
  body: sentences(
    t`An admin no longer holds your payouts.`,
    givenReason(reason),
    t`The payouts that waited are on their way.`,
  ),
  href: dashboardViewPath('earnings'),
  action: t`Open your earnings`,
});

type AccountStatus = 'ready' | 'pending' | 'restricted';

/** Notifies a creator when their payout account becomes ready, or when the processor stops paying out to it. */
export async function notifyPayoutAccount(
  context: Platform,
  { userId, from, to, changedAt }: { userId: string; from: AccountStatus; to: AccountStatus; changedAt: string },
): Promise<void> {
  if (to === 'pending' && from !== 'ready') return;
  await context.db.tx(async (tx) => {
    const creator = await findRecipient(tx, userId);
    if (creator) await notify(context, tx, creator, to === 'ready' ? payoutsReady : payoutsRestricted, changedAt);
  });
}

/** Notifies a creator whose payout account the processor refused to create until the operator had solved something. */
export async function notifyAccountCreated(
  context: Platform,
  { userId, processor }: { userId: string; processor: string },
): Promise<void> {
  await context.db.tx(async (tx) => {
    const creator = await findRecipient(tx, userId);
    if (creator) await notify(context, tx, creator, payoutAccountCreated, `${userId}:${processor}`);
  });
}

export const payoutAccountCreated = (): Notice => ({
  kind: 'payout_account_created',
  title: t`You can set up your payouts now`,
  body: t`The owner of this site has solved what kept you from setting up your payouts. Enter your details and your bank account, and we send what is waiting for you.`,
  href: '/dashboard',
  action: t`Set up payouts`,
});

/** Notifies a creator when the processor stops sending their balance to their bank, and when it does so again. */
export async function notifyBankPayouts(
  context: Platform,
  { userId, isBlocked, changedAt }: { userId: string; isBlocked: boolean; changedAt: string },
): Promise<void> {
  await context.db.tx(async (tx) => {
    const creator = await findRecipient(tx, userId);
    if (creator) await notify(context, tx, creator, isBlocked ? bankPayoutsBlocked : bankPayoutsOpen, changedAt);
  });
}

export const bankPayoutsBlocked = (): Notice => ({
  kind: 'bank_payouts_blocked',
  title: t`Your money doesn’t reach your bank`,
  body: t`The card processor can’t send your earnings to your bank account. They stay in your account there until you correct your bank account or add what it asks for.`,
  href: '/dashboard',
  action: t`See what to do`,
});

export const bankPayoutsOpen = (): Notice => ({
  kind: 'bank_payouts_open',
  title: t`Your money reaches your bank again`,
  body: t`The card processor sends your earnings to your bank account again.`,
  href: dashboardViewPath('earnings'),
  action: t`Open your earnings`,
});

export const payoutsReady = (): Notice => ({
  kind: 'payout_account_ready',
  title: t`Your payouts are set up`,
  body: t`We can now send your earnings to your bank. Payouts that were waiting are on their way.`,
  href: dashboardViewPath('earnings'),
  action: t`Open your earnings`,
});

export const payoutsRestricted = (): Notice => ({
  kind: 'payout_account_restricted',
  title: t`Your payouts are on hold`,
  body: t`The card processor needs more details from you. Your earnings stay in your balance until you add them.`,
  href: '/dashboard',
  action: t`See what’s missing`,
});
