import { formatMoney } from '#contract/money.ts';
import type { PoolStatus } from '#contract/pools.ts';
import { fullDate } from '#contract/time.ts';
import type { PoolRow } from './audience.sql.ts';
import { creatorOf, type Notice, nameOfPool, newsPush, pathOfPool } from './notice.ts';

/** Who hears of a pool's transition, and in which words. An absent audience hears nothing. */
export interface PoolNotices {
  fans?: Notice;
  /** Which fans: all who pledged, or only those who may see the delivery. */
  fansOnly?: 'access';
  owner?: Notice;
  creator?: Notice;
  admins?: Notice;
}

export interface PoolMove {
  from: PoolStatus | null;
  to: PoolStatus;
  reason: string | null;
}

/** Reasons are in people's own words, which for an adult pool stay on its page. */
const because = (pool: PoolRow, reason: string | null) => (reason && !pool.adult ? ` The reason given: ${reason}` : '');
const dashboard = { href: '/dashboard', action: 'Open your dashboard' };

/** One table from transition to words; the mail adds a button to the same place. */
export function poolNotices(pool: PoolRow, move: PoolMove): PoolNotices {
  const page = { href: pathOfPool(pool), action: 'Open the pool' };
  const name = nameOfPool(pool);
  const end = notCharged(pool, move, page);
  if (end) return end;
  switch (move.to) {
    case 'open':
      return move.from === 'in_review'
        ? {
            owner: {
              kind: 'pool_opened',
              title: 'Your pool is open',
              body: `${name} was reviewed and now takes pledges.`,
              ...page,
            },
          }
        : {};
    case 'goal_met':
      return goalMet(pool, page);
    case 'accepted':
      return {
        fans: {
          kind: 'accepted',
          title: `${creatorOf(pool, 'The creator')} said yes`,
          body: `${name} was accepted. Your card is charged as soon as the goal is met; if it is not met in time, nothing is charged.`,
          ...page,
        },
      };
    case 'in_production':
      return move.from === 'delivery_review' || move.from === 'delivered' ? sentBack(pool, move) : funded(pool, page);
    case 'shortfall':
      return {
        creator: {
          kind: 'shortfall',
          title: 'Some payments did not come in',
          body: `${formatMoney(pool.paidCents)} was paid for ${name}, less than your floor. Say whether you go ahead with it; without an answer everyone is refunded${pool.shortfallDueAt ? ` on ${fullDate(pool.shortfallDueAt)}` : ''}.`,
          ...dashboard,
        },
      };
    case 'delivery_review':
      return {
        admins: {
          kind: 'delivery_submitted',
          title: 'A delivery waits for review',
          body: `${creatorOf(pool)} delivered ${name}.`,
          href: '/admin/content-claims',
          action: 'Review it',
        },
      };
    case 'delivered':
      return delivered(pool, page);
    case 'completed':
      return {
        creator: {
          kind: 'completed',
          title: 'Your money is on its way',
          body: `The quiet period for ${name} is over. What was paid, less the fees, is being paid out to you.`,
          ...dashboard,
        },
      };
    default:
      return {};
  }
}

type Page = Pick<Notice, 'href' | 'action'>;

function goalMet(pool: PoolRow, page: Page): PoolNotices {
  const body = `${nameOfPool(pool)} reached ${formatMoney(pool.pledgedCents)} of ${formatMoney(pool.goalCents)} with ${pool.fanCount} ${pool.fanCount === 1 ? 'fan' : 'fans'}.`;
  const answer = pool.responseDueAt ? ` Please answer by ${fullDate(pool.responseDueAt)}.` : '';
  const toCreator: Notice = {
    kind: 'goal_met',
    title: 'A pool for you met its goal',
    body: `${body}${answer}`,
    ...dashboard,
  };
  const toAdmins: Notice = {
    kind: 'goal_met_unassigned',
    title: 'A pool met its goal and has no creator',
    body: `${body} Nobody is assigned to it yet.`,
    href: '/admin/pools',
    action: 'Open pools',
  };
  return {
    owner: {
      kind: 'goal_met_owner',
      title: 'Your pool met its goal',
      body: `${body} ${creatorOf(pool)} has been asked; no card is charged before the answer.`,
      ...page,
    },
    ...(pool.assignedCreatorId ? { creator: toCreator } : { admins: toAdmins }),
  };
}

function funded(pool: PoolRow, page: Page): PoolNotices {
  const due = pool.deliveryDueAt ? ` by ${fullDate(pool.deliveryDueAt)}` : '';
  return {
    creator: {
      kind: 'in_production',
      title: 'Funded: you can start',
      body: `${formatMoney(pool.paidCents)} was paid and is held for ${nameOfPool(pool)}. Deliver${due}.`,
      ...dashboard,
    },
    owner: {
      kind: 'in_production_owner',
      title: 'Your pool is funded',
      body: `${creatorOf(pool)} is making ${nameOfPool(pool)}${due ? ` and delivers${due}` : ''}.`,
      ...page,
      quiet: true,
    },
  };
}

function sentBack(pool: PoolRow, move: PoolMove): PoolNotices {
  return {
    creator: {
      kind: 'delivery_sent_back',
      title: 'Your delivery needs another look',
      body: `The delivery of ${nameOfPool(pool)} was sent back.${because(pool, move.reason)}`,
      ...dashboard,
    },
  };
}

function delivered(pool: PoolRow, page: Page): PoolNotices {
  const quiet = pool.quietUntil ? ` Is something wrong with it? Object before ${fullDate(pool.quietUntil)}.` : '';
  return {
    fansOnly: 'access',
    fans: {
      kind: 'delivered',
      title: `${creatorOf(pool, 'The creator')} delivered`,
      body: `${nameOfPool(pool)} is ready for you.${quiet}`,
      href: page.href,
      action: 'See what was made',
      push: newsPush,
    },
    creator: {
      kind: 'delivery_approved',
      title: 'Your delivery was approved',
      body: `Everyone who paid for ${nameOfPool(pool)} has access now. You are paid after the quiet period.`,
      ...dashboard,
    },
  };
}

const endings: Partial<Record<PoolStatus, { title: string; words: (pool: PoolRow) => string }>> = {
  expired: {
    title: 'The pool ran out of time',
    words: (pool) => `${nameOfPool(pool)} did not reach its goal in time.`,
  },
  declined: { title: 'The pool was declined', words: (pool) => `${creatorOf(pool)} declined ${nameOfPool(pool)}.` },
  lapsed: {
    title: 'The pool got no answer',
    words: (pool) => `${creatorOf(pool)} did not answer ${nameOfPool(pool)} in time.`,
  },
  cancelled: { title: 'The pool was cancelled', words: (pool) => `${nameOfPool(pool)} was cancelled.` },
  removed: { title: 'The pool was removed', words: (pool) => `${nameOfPool(pool)} was removed by an admin.` },
  refunded: {
    title: 'The pool ended and everyone is refunded',
    words: (pool) => `${nameOfPool(pool)} will not be delivered.`,
  },
};

function notCharged(pool: PoolRow, move: PoolMove, page: Page): PoolNotices | null {
  const ending = endings[move.to];
  if (!ending) return null;
  const money =
    pool.paidCents > 0 || move.to === 'refunded'
      ? 'Whoever paid gets all of it back on the same card; a separate message confirms it.'
      : 'No card was charged.';
  const notice: Notice = {
    kind: move.to,
    title: ending.title,
    body: `${ending.words(pool)}${because(pool, move.reason)} ${money}`,
    // A removed pool has no page any more.
    ...(move.to === 'removed' ? { href: '/my-account', action: 'See your pledges' } : page),
  };
  const toCreator = move.to === 'declined' ? {} : { creator: { ...notice, kind: `${move.to}_creator` } };
  return { fans: notice, owner: notice, ...toCreator };
}
