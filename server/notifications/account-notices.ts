import { sentences, type Text, t } from '#contract/language/text.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { moneyOnAcceptance } from './money-sentences.ts';
import { creatorOf, type Notice, nameOfPool, pathOfPool, pictureAndMeter } from './notice.ts';
import type { PledgeRow, PoolRow } from './notice-pools.sql.ts';
import type { PoolNotices } from './pool-transition.ts';

const setUp = (pool: PoolRow) => ({ href: '/dashboard', poolId: pool.id, action: t`Set up payouts` });

/** The notices of an accepted pool that began to wait for its creator's payout account. The notice of the acceptance tells fans itself. */
export function awaitingAccount(pool: PoolRow, event: string): PoolNotices {
  const { accountDueAt } = pool;
  if (!accountDueAt) return {};
  const creator: Notice = {
    kind: 'account_needed',
    title: t`Set up your payouts so that the work can start`,
    body: sentences(
      t`${{ pool: nameOfPool(pool) }} has ${{ amount: formatMoney(pool.pledgedCents) }} in pledges.`,
      onceReady(accountDueAt),
    ),
    ...setUp(pool),
  };
  if (event === 'accepted_awaiting') return { creator };
  const toFan = (pledge: PledgeRow | undefined): Notice => ({
    kind: 'account_awaited',
    title: waiting(pool),
    body: sentences(notReady(pool), moneyOnAcceptance(pool, pledge)),
    href: pathOfPool(pool),
    poolId: pool.id,
    action: t`Open the pool`,
    ...pictureAndMeter(pool),
  });
  return { creator, fans: toFan, owner: toFan };
}

function waiting(pool: PoolRow): Text {
  const creator = creatorOf(pool);
  return creator ? t`Waiting until ${{ creator }} can be paid` : t`Waiting until the creator can be paid`;
}

function notReady(pool: PoolRow): Text {
  const [name, creator] = [nameOfPool(pool), creatorOf(pool)];
  if (!pool.belowGoal) return t`${{ pool: name }} met its goal, but the creator’s payout account isn’t ready yet.`;
  return creator
    ? t`${{ creator }} goes ahead with the pledges so far for ${{ pool: name }}, but the creator’s payout account isn’t ready yet.`
    : t`The creator goes ahead with the pledges so far for ${{ pool: name }}, but the creator’s payout account isn’t ready yet.`;
}

export const accountReminder = (pool: PoolRow, accountDueAt: Date): Notice => ({
  kind: 'account_reminder',
  title: t`Your payouts aren’t ready yet`,
  body: sentences(
    t`${{ pool: nameOfPool(pool) }} waits for them with ${{ amount: formatMoney(pool.pledgedCents) }} in pledges.`,
    onceReady(accountDueAt),
  ),
  ...setUp(pool),
});

const onceReady = (dueAt: Date): Text =>
  t`Cards are charged as soon as your payout account is ready. If it isn’t by ${{ date: fullDate(dueAt) }}, the pool lapses and no card is charged.`;
