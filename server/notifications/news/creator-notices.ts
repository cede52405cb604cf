import { paths } from '#contract/paths.ts';
import { formatMoney } from '#contract/values/money.ts';
import { count, fullDate } from '#contract/values/time.ts';
import { type Notice, nameOfPool, pictureAndMeter, requestLink } from '#server/notifications/notice.ts';
import type { PoolRow } from '#server/notifications/notice-pools.sql.ts';
import type { NewBackers } from './backer-digests.sql.ts';
import type { FanName, Figures, Step } from './creator-news.sql.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** News about pledges are of no use a day later. */
const newsPush = { ttlMs: dayMs, urgency: 'normal' } as const;

/** The highest step that the pledges have reached. */
export function stepOf({ pledgedCents, goalCents }: Figures): Step {
  const steps = [100, 75, 50, 25] as const;
  return steps.find((step) => pledgedCents * 100 >= goalCents * step) ?? 0;
}

const openRequest = (pool: PoolRow) => ({ ...requestLink(pool), action: 'Open the request' });

/** `owner`: null if the creator must not see the name. */
export const requestOpened = (pool: PoolRow, owner: string | null): Notice => ({
  kind: 'request_opened',
  title: 'Fans opened a pool for you',
  body: `${owner ?? 'A fan'} asks you for ${nameOfPool(pool)}. The goal is ${formatMoney(pool.goalCents)}, and fans can pledge until ${fullDate(pool.deadline)}. You can accept or decline at any time. No card is charged before you accept.`,
  ...openRequest(pool),
  ...(owner === null ? {} : { personId: pool.ownerId }),
  ...pictureAndMeter(pool),
  push: newsPush,
});

export const firstPledge = (pool: PoolRow, { fanId, name, amountCents }: FanName): Notice => ({
  kind: 'first_pledge',
  title: 'A pool for you has its first pledge',
  body: `${name ?? 'A fan'} pledged ${formatMoney(amountCents)} to ${nameOfPool(pool)}. The goal is ${formatMoney(pool.goalCents)}.`,
  ...openRequest(pool),
  ...(name === null ? {} : { personId: fanId }),
  ...pictureAndMeter(pool),
  push: newsPush,
});

export const goalProgress = (pool: PoolRow, step: Exclude<Step, 0 | 100>): Notice => ({
  kind: 'goal_progress',
  title: `A pool for you has reached ${step}% of its goal`,
  body: `${count(pool.fanCount, 'fan')} pledged ${formatMoney(pool.pledgedCents)} of ${formatMoney(pool.goalCents)} to ${nameOfPool(pool)}. Fans can pledge until ${fullDate(pool.deadline)}.`,
  ...openRequest(pool),
  ...pictureAndMeter(pool),
  push: newsPush,
});

const mostPools = 5;

/** "Sam Stone, Ana and 3 other fans". Fans who are not to be named are only counted. */
function whoBacked({ fans, names }: Pick<NewBackers, 'fans' | 'names'>): string {
  if (names.length === 0) return fans === 1 ? 'A fan' : count(fans, 'fan');
  const others = fans - names.length;
  const all = others > 0 ? [...names, count(others, 'other fan')] : names;
  return all.length === 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** One notice for all pools of a creator. */
export function newBackersNotice(backers: NewBackers): Notice {
  const { fans, pools, cents } = backers;
  const [first, ...others] = pools;
  const named = (pool: NewBackers['pools'][number]) => (pool.adult ? 'Adult pool' : pool.title);
  const where = first && others.length === 0 ? nameOfPool(first) : count(pools.length, 'pool');
  const lines = pools
    .slice(0, mostPools)
    .map((pool): [string, string] => [`${named(pool)}, ${count(pool.fans, 'fan')}`, formatMoney(pool.cents)]);
  const left = pools.slice(mostPools);
  const leftCents = left.reduce((sum, pool) => sum + pool.cents, 0);
  return {
    kind: 'new_backers',
    title: count(fans, 'new backer'),
    body: `${whoBacked(backers)} pledged ${formatMoney(cents)} to ${others.length > 0 ? `${where} for you` : where}.`,
    href: paths.dashboard,
    action: 'Open your dashboard',
    ...(first && others.length === 0 ? { poolId: first.id } : {}),
    facts: left.length > 0 ? [...lines, [count(left.length, 'more pool'), formatMoney(leftCents)]] : lines,
    push: newsPush,
  };
}
