import { plural, sentences, type Text, t } from '#contract/language/text.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { creatorOf, type Notice, nameOfPool, pictureAndMeter, poolLink, requestLink } from './notice.ts';
import type { PledgeRow, PoolRow } from './notice-pools.sql.ts';
import type { PoolNotices } from './pool-transition.ts';

/** The notices of a pool that met its goal. */
export function goalMet(pool: PoolRow): PoolNotices {
  if (pool.pledgedCents < pool.goalCents) return { creator: answersBelowGoal(pool) };
  const isAssigned = pool.assignedCreatorId !== null;
  const toOwner: Notice = {
    kind: 'goal_met_owner',
    title: t`Your pool met its goal`,
    body: sentences(
      reached(pool),
      whoAnswers(pool),
      isAssigned ? t`No card is charged before they accept.` : t`No card is charged before one accepts.`,
    ),
    ...poolLink(pool),
    ...pictureAndMeter(pool),
  };
  return {
    owner: () => toOwner,
    fans: (pledge) => toFan(pool, pledge),
    followers: {
      kind: 'goal_met_fan',
      title: t`A pool you follow met its goal`,
      body: sentences(reached(pool), whoAnswers(pool)),
      ...poolLink(pool),
      ...pictureAndMeter(pool),
    },
    fansExcept: [pool.ownerId, pool.assignedCreatorId],
    fansOnce: true,
    ...(isAssigned ? { creator: toCreator(pool) } : { admins: toAdmins(pool) }),
  };
}

const reached = (pool: PoolRow): Text =>
  t`${{ pool: nameOfPool(pool) }} reached ${{ pledged: formatMoney(pool.pledgedCents) }} of ${{ goal: formatMoney(pool.goalCents) }} with ${plural({ fans: pool.fanCount }, { one: '# fan', other: '# fans' })}.`;

function whoAnswers(pool: PoolRow): Text {
  if (pool.assignedCreatorId === null) return t`No creator has claimed it yet.`;
  const creator = creatorOf(pool);
  const date = pool.responseDueAt && fullDate(pool.responseDueAt);
  if (!creator) return date ? t`We asked the creator to answer by ${{ date }}.` : t`We asked the creator to answer.`;
  return date ? t`We asked ${{ creator }} to answer by ${{ date }}.` : t`We asked ${{ creator }} to answer.`;
}

function toFan(pool: PoolRow, pledge: PledgeRow): Notice {
  const amount = formatMoney(pledge.amountCents);
  return {
    kind: 'goal_met_fan',
    title: pledge.metGoalAt ? t`Your pledge met the goal` : t`A pool you back met its goal`,
    body: sentences(
      reached(pool),
      whoAnswers(pool),
      pool.assignedCreatorId === null
        ? t`Your ${{ amount }} is charged only if one accepts.`
        : t`Your ${{ amount }} is charged only if they accept.`,
    ),
    ...poolLink(pool),
    ...pictureAndMeter(pool),
  };
}

const toCreator = (pool: PoolRow): Notice => ({
  kind: 'goal_met',
  title: t`A pool for you met its goal`,
  body: sentences(
    reached(pool),
    pool.responseDueAt ? t`Please answer by ${{ date: fullDate(pool.responseDueAt) }}.` : t`Please answer.`,
    t`No card is charged before you accept.`,
  ),
  ...requestLink(pool),
  ...pictureAndMeter(pool),
});

const toAdmins = (pool: PoolRow): Notice => ({
  kind: 'goal_met_unassigned',
  title: t`A pool met its goal and has no creator`,
  body: sentences(reached(pool), t`No creator is assigned to it yet.`),
  href: '/admin/pools',
  poolId: pool.id,
  action: t`View pools`,
});

/** A withdrawal put the pool below the goal that it had met, and its funding deadline has passed. */
function answersBelowGoal(pool: PoolRow): Notice {
  const pledged = formatMoney(pool.pledgedCents);
  const goal = formatMoney(pool.goalCents);
  return {
    kind: 'response_reminder',
    title: t`You can still accept the current amount`,
    body: sentences(
      t`${{ pool: nameOfPool(pool) }} is below its goal again, at ${{ pledged }} of ${{ goal }}.`,
      pool.responseDueAt
        ? t`You can accept the current amount by ${{ date: fullDate(pool.responseDueAt) }}, and fans can still pledge.`
        : t`You can accept the current amount, and fans can still pledge.`,
      t`No card is charged before you accept.`,
    ),
    ...requestLink(pool),
    ...pictureAndMeter(pool),
  };
}
