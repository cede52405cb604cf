import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { moneyOnAcceptance } from './money-sentences.ts';
import { creatorOf, type Notice, nameOfPool, pathOfPool, pictureAndMeter } from './notice.ts';
import type { PledgeRow, PoolRow } from './notice-pools.sql.ts';
import type { PoolNotices } from './pool-transition.ts';

const setUp = (pool: PoolRow) => ({ href: '/dashboard', poolId: pool.id, action: 'Set up payouts' });

/** The notices of an accepted pool that began to wait for its creator's payout account. The notice of the acceptance tells fans itself. */
export function awaitingAccount(pool: PoolRow, event: string): PoolNotices {
  const { accountDueAt } = pool;
  if (!accountDueAt) return {};
  const creator: Notice = {
    kind: 'account_needed',
    title: 'Set up your payouts so that the work can start',
    body: `${nameOfPool(pool)} has ${formatMoney(pool.pledgedCents)} in pledges. ${onceReady(accountDueAt)}`,
    ...setUp(pool),
  };
  if (event === 'accepted_awaiting') return { creator };
  const met = pool.belowGoal
    ? `${creatorOf(pool, 'The creator')} goes ahead with the pledges so far for ${nameOfPool(pool)}`
    : `${nameOfPool(pool)} met its goal`;
  const toFan = (pledge: PledgeRow | undefined): Notice => ({
    kind: 'account_awaited',
    title: `Waiting until ${creatorOf(pool)} can be paid`,
    body: `${met}, but the creator’s payout account isn’t ready yet. ${moneyOnAcceptance(pool, pledge)}`,
    href: pathOfPool(pool),
    poolId: pool.id,
    action: 'Open the pool',
    ...pictureAndMeter(pool),
  });
  return { creator, fans: toFan, owner: toFan };
}

export const accountReminder = (pool: PoolRow, accountDueAt: Date): Notice => ({
  kind: 'account_reminder',
  title: 'Your payouts aren’t ready yet',
  body: `${nameOfPool(pool)} waits for them with ${formatMoney(pool.pledgedCents)} in pledges. ${onceReady(accountDueAt)}`,
  ...setUp(pool),
});

const onceReady = (dueAt: Date) =>
  `Cards are charged as soon as your payout account is ready. If it isn’t by ${fullDate(dueAt)}, the pool lapses and no card is charged.`;
