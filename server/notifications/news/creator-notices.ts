import { plural, sentences, type Text, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { formatMoney, formatPercent } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
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

const openRequest = (pool: PoolRow) => ({ ...requestLink(pool), action: t`Open the request` });

/** `owner`: null if the creator must not see the name. */
export const requestOpened = (pool: PoolRow, owner: string | null): Notice => ({
  kind: 'request_opened',
  title: t`Fans opened a pool for you`,
  body: sentences(
    owner === null
      ? t`A fan asks you for ${{ pool: nameOfPool(pool) }}.`
      : t`${{ name: owner }} asks you for ${{ pool: nameOfPool(pool) }}.`,
    t`The goal is ${{ goal: formatMoney(pool.goalCents) }}, and fans can pledge until ${{ date: fullDate(pool.deadline) }}.`,
    t`You can accept or decline at any time. No card is charged before you accept.`,
  ),
  ...openRequest(pool),
  ...(owner === null ? {} : { personId: pool.ownerId }),
  ...pictureAndMeter(pool),
  push: newsPush,
});

export function firstPledge(pool: PoolRow, { fanId, name, amountCents }: FanName): Notice {
  const amount = formatMoney(amountCents);
  return {
    kind: 'first_pledge',
    title: t`A pool for you has its first pledge`,
    body: sentences(
      name === null
        ? t`A fan pledged ${{ amount }} to ${{ pool: nameOfPool(pool) }}.`
        : t`${{ name }} pledged ${{ amount }} to ${{ pool: nameOfPool(pool) }}.`,
      t`The goal is ${{ goal: formatMoney(pool.goalCents) }}.`,
    ),
    ...openRequest(pool),
    ...(name === null ? {} : { personId: fanId }),
    ...pictureAndMeter(pool),
    push: newsPush,
  };
}

export const goalProgress = (pool: PoolRow, step: Exclude<Step, 0 | 100>): Notice => ({
  kind: 'goal_progress',
  title: t`A pool for you has reached ${{ percentage: formatPercent(step) }} of its goal`,
  body: sentences(
    t`${plural({ fans: pool.fanCount }, { one: '# fan', other: '# fans' })} pledged ${{ pledged: formatMoney(pool.pledgedCents) }} of ${{ goal: formatMoney(pool.goalCents) }} to ${{ pool: nameOfPool(pool) }}.`,
    t`Fans can pledge until ${{ date: fullDate(pool.deadline) }}.`,
  ),
  ...openRequest(pool),
  ...pictureAndMeter(pool),
  push: newsPush,
});

const mostPools = 5;

/** The fans of one pool: "Sam Stone, Ana and 3 other fans pledged …". Fans who are not to be named are only counted. */
function backedOne({ fans, names: [name, otherName], cents }: NewBackers, pool: Text): Text {
  const amount = formatMoney(cents);
  if (name === undefined) {
    return fans === 1
      ? t`A fan pledged ${{ amount }} to ${{ pool }}.`
      : t`${plural({ fans }, { one: '# fan pledged', other: '# fans pledged' })} ${{ amount }} to ${{ pool }}.`;
  }
  if (otherName === undefined) {
    const others = fans - 1;
    return others > 0
      ? t`${{ name }} and ${plural({ others }, { one: '# other fan pledged', other: '# other fans pledged' })} ${{ amount }} to ${{ pool }}.`
      : t`${{ name }} pledged ${{ amount }} to ${{ pool }}.`;
  }
  const others = fans - 2;
  return others > 0
    ? t`${{ name }}, ${{ otherName }} and ${plural({ others }, { one: '# other fan pledged', other: '# other fans pledged' })} ${{ amount }} to ${{ pool }}.`
    : t`${{ name }} and ${{ otherName }} pledged ${{ amount }} to ${{ pool }}.`;
}

/** As `backedOne`, for the fans of several pools. */
function backedSome({ fans, names: [name, otherName], cents, pools: { length: pools } }: NewBackers): Text {
  const amount = formatMoney(cents);
  if (name === undefined) {
    return fans === 1
      ? t`A fan pledged ${{ amount }} to ${plural({ pools }, { one: '# pool', other: '# pools' })} for you.`
      : t`${plural({ fans }, { one: '# fan pledged', other: '# fans pledged' })} ${{ amount }} to ${plural({ pools }, { one: '# pool', other: '# pools' })} for you.`;
  }
  if (otherName === undefined) {
    const others = fans - 1;
    return others > 0
      ? t`${{ name }} and ${plural({ others }, { one: '# other fan pledged', other: '# other fans pledged' })} ${{ amount }} to ${plural({ pools }, { one: '# pool', other: '# pools' })} for you.`
      : t`${{ name }} pledged ${{ amount }} to ${plural({ pools }, { one: '# pool', other: '# pools' })} for you.`;
  }
  const others = fans - 2;
  return others > 0
    ? t`${{ name }}, ${{ otherName }} and ${plural({ others }, { one: '# other fan pledged', other: '# other fans pledged' })} ${{ amount }} to ${plural({ pools }, { one: '# pool', other: '# pools' })} for you.`
    : t`${{ name }} and ${{ otherName }} pledged ${{ amount }} to ${plural({ pools }, { one: '# pool', other: '# pools' })} for you.`;
}

/** One notice for all pools of a creator. */
export function newBackersNotice(backers: NewBackers): Notice {
  const { fans, pools } = backers;
  const [first, ...others] = pools;
  return {
    kind: 'new_backers',
    title: t`${plural({ fans }, { one: '# new backer', other: '# new backers' })}`,
    body: first && others.length === 0 ? backedOne(backers, nameOfPool(first)) : backedSome(backers),
    href: paths.dashboard,
    action: t`Open your dashboard`,
    ...(first && others.length === 0 ? { poolId: first.id } : {}),
    facts: poolFacts(pools),
    push: newsPush,
  };
}

/** The first pools with their new pledges, and the sum of the others. */
function poolFacts(pools: NewBackers['pools']): [Text, Text][] {
  const lines = pools
    .slice(0, mostPools)
    .map(({ title, adult, fans, cents }): [Text, Text] => [
      t`${{ pool: adult ? t`Adult pool` : title }}, ${plural({ fans }, { one: '# fan', other: '# fans' })}`,
      formatMoney(cents),
    ]);
  const left = pools.slice(mostPools);
  if (left.length === 0) return lines;
  const leftCents = left.reduce((sum, { cents }) => sum + cents, 0);
  return [
    ...lines,
    [t`${plural({ pools: left.length }, { one: '# more pool', other: '# more pools' })}`, formatMoney(leftCents)],
  ];
}
