import { dashboardViewPath } from '#contract/paths.ts';
import { formatMoney, formatMoneyExact } from '#contract/values/money.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { asSentence, type Notice, nameOfPool } from './notice.ts';
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
    await notify(context, tx, creator, payoutNotice(payout, await poolOf(tx, payout)), payoutId);
  });
}

type PaidPool = Pick<PoolRow, 'id' | 'title' | 'adult' | 'createdAt'>;

const poolOf = async (tx: Tx, { poolId }: PayoutRow) => (poolId ? await findPool(tx, poolId) : undefined);

/** " for “A song”": the pool that earned the money, as on the statement and at the processor. */
const forPool = (pool: PaidPool | undefined) => (pool ? ` for ${nameOfPool(pool)}` : '');

/** The facts of a payout in its email. The id is the one that the processor shows. */
function payoutFacts(label: string, { id, amountCents }: Payout, pool: PaidPool | undefined): [string, string][] {
  const name = pool ? nameOfPool(pool) : '';
  const about: [string, string][] = pool
    ? [
        ['Pool', name.charAt(0).toUpperCase() + name.slice(1)],
        ['Pool ID', pool.id],
      ]
    : [];
  return [[label, formatMoneyExact(amountCents)], ...about, ['Reference', id]];
}

type Payout = Pick<PayoutRow, 'id' | 'amountCents'>;

export const payoutNotice = (payout: Payout, pool?: PaidPool): Notice => ({
  kind: 'payout_paid',
  title: 'We sent your payout',
  body: `We sent ${formatMoney(payout.amountCents)} to your bank${forPool(pool)}.`,
  href: '/dashboard',
  ...(pool ? { poolId: pool.id } : {}),
  action: 'Open your dashboard',
  facts: payoutFacts('Paid out', payout, pool),
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
    const notice = (kind === 'payout_waiting' ? payoutWaiting : payoutFailed)(payout, await poolOf(tx, payout));
    await notify(context, tx, creator, notice, `${payoutId}:${payout.attempt}`);
  });
}

export const payoutWaiting = (payout: Payout, pool?: PaidPool): Notice => ({
  kind: 'payout_waiting',
  title: 'Set up your payouts to get your money',
  body: `You earned ${formatMoney(payout.amountCents)}${forPool(pool)}. It stays in your balance until your payouts are set up. Then we send it automatically.`,
  href: '/dashboard',
  ...(pool ? { poolId: pool.id } : {}),
  action: 'Set up payouts',
  facts: payoutFacts('Waiting', payout, pool),
});

export const payoutFailed = (payout: Payout, pool?: PaidPool): Notice => ({
  kind: 'payout_failed',
  title: 'A payout didn’t go through',
  body: `${formatMoney(payout.amountCents)}${forPool(pool)} is back in your balance. Check your payout account, then send the payout again from your earnings.`,
  href: dashboardViewPath('earnings'),
  ...(pool ? { poolId: pool.id } : {}),
  action: 'Open your earnings',
  facts: payoutFacts('Not paid out', payout, pool),
});

/** Notifies a creator that an admin holds their payouts, or sends them again. */
export async function notifyPayoutHold(
  context: Platform,
  kind: 'payouts_held' | 'payouts_released',
  { userId, reason, at }: FactMap['payouts.held'],
): Promise<void> {
  await context.db.tx(async (tx) => {
    const creator = await findRecipient(tx, userId);
    const notice = kind === 'payouts_held' ? payoutsHeld(reason) : payoutsReleased(reason);
    if (creator) await notify(context, tx, creator, notice, `${userId}:${at}`);
  });
}

export const payoutsHeld = (reason: string): Notice => ({
  kind: 'payouts_held',
  title: 'Your payouts are held by an admin',
  body: `Reason: ${asSentence(reason)} Your earnings stay in your balance. We’ll tell you when they’re sent again.`,
  href: dashboardViewPath('earnings'),
  action: 'Open your earnings',
});

export const payoutsReleased = (reason: string): Notice => ({
  kind: 'payouts_released',
  title: 'Your payouts go on',
  body: `An admin no longer holds your payouts. Reason: ${asSentence(reason)} The payouts that waited are on their way.`,
  href: dashboardViewPath('earnings'),
  action: 'Open your earnings',
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

export const payoutAccountCreated: Notice = {
  kind: 'payout_account_created',
  title: 'You can set up your payouts now',
  body: 'The owner of this site has solved what kept you from setting up your payouts. Enter your details and your bank account, and we send what is waiting for you.',
  href: '/dashboard',
  action: 'Set up payouts',
};

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

export const bankPayoutsBlocked: Notice = {
  kind: 'bank_payouts_blocked',
  title: 'Your money doesn’t reach your bank',
  body: 'The card processor can’t send your earnings to your bank account. They stay in your account there until you correct your bank account or add what it asks for.',
  href: '/dashboard',
  action: 'See what to do',
};

export const bankPayoutsOpen: Notice = {
  kind: 'bank_payouts_open',
  title: 'Your money reaches your bank again',
  body: 'The card processor sends your earnings to your bank account again.',
  href: dashboardViewPath('earnings'),
  action: 'Open your earnings',
};

export const payoutsReady: Notice = {
  kind: 'payout_account_ready',
  title: 'Your payouts are set up',
  body: 'We can now send your earnings to your bank. Payouts that were waiting are on their way.',
  href: dashboardViewPath('earnings'),
  action: 'Open your earnings',
};

export const payoutsRestricted: Notice = {
  kind: 'payout_account_restricted',
  title: 'Your payouts are on hold',
  body: 'The card processor needs more details from you. Your earnings stay in your balance until you add them.',
  href: '/dashboard',
  action: 'See what’s missing',
};
