import type { PoolStatus } from '#contract/pools/pools.ts';
import { finalMoney } from './money-sentences.ts';
import { creatorOf, type Notice, nameOfPool, pathOfPool, pictureAndMeter, reasonSentence } from './notice.ts';
import type { PledgeRow, PoolRow } from './notice-pools.sql.ts';
import type { PoolNotices, PoolTransition } from './pool-transition.ts';

interface Ending {
  title: (pool: PoolRow, move: PoolTransition) => string;
  text: (pool: PoolRow, move: PoolTransition) => string;
}

type EndStatus = 'expired' | 'declined' | 'lapsed' | 'cancelled' | 'removed' | 'refunded';

const endings: Record<EndStatus, Ending> = {
  expired: {
    title: () => 'The pool didn’t reach its goal',
    text: (pool) => `${nameOfPool(pool)} didn’t reach its goal by the deadline.`,
  },
  declined: {
    title: () => 'The pool was declined',
    text: (pool) => `${creatorOf(pool)} declined ${nameOfPool(pool)}.`,
  },
  lapsed: {
    title: (pool, { from }) => {
      if (from === 'accepted') return 'The creator couldn’t be paid in time';
      return pool.assignedCreatorId ? 'The creator didn’t respond in time' : 'No creator took on the pool';
    },
    text: (pool, { from }) => {
      if (from === 'accepted')
        return `${nameOfPool(pool)} has ended because ${creatorOf(pool)} couldn’t be paid in time.`;
      return pool.assignedCreatorId
        ? `${creatorOf(pool)} didn’t respond to ${nameOfPool(pool)} in time.`
        : `No creator took on ${nameOfPool(pool)} in time.`;
    },
  },
  cancelled: {
    title: () => 'The pool was canceled',
    text: (pool, move) =>
      `${nameOfPool(pool)} was canceled${move.event === 'hold_over' ? ', because it was frozen for too long' : ''}.`,
  },
  removed: { title: () => 'The pool was removed', text: (pool) => `${nameOfPool(pool)} was removed by an admin.` },
  refunded: {
    title: (pool) => (pool.wasCharged ? 'The pool ended and everyone is refunded' : 'The pool ended'),
    text: (pool, move) =>
      move.event === 'hold_over'
        ? `${nameOfPool(pool)} has ended. ${firstSentence(move.reason ?? '')}`
        : `${nameOfPool(pool)} will not be delivered: ${whyRefunded(pool, move)}.`,
  },
};

const firstSentence = (text: string) => text.slice(0, text.indexOf('.') + 1);

const isEnd = (status: PoolStatus): status is EndStatus => status in endings;

function whyRefunded(pool: PoolRow, { event, from }: PoolTransition): string {
  if (event === 'give_up') return `${creatorOf(pool)} gave up`;
  if (event === 'objection_upheld') return 'an objection to the delivery was upheld';
  if (event === 'delivery_taken_down') return 'the delivery was taken down after a copyright notice';
  return from === 'shortfall' ? 'not enough was paid to go ahead' : 'nothing was delivered in time';
}

/** Builds the notices about the end of a pool, each with the result for the reader's money. */
export function endingNotices(pool: PoolRow, move: PoolTransition): PoolNotices | undefined {
  const { to } = move;
  if (!isEnd(to)) return undefined;
  const ending = endings[to];
  const outcome = `${ending.text(pool, move)}${reasonSentence(pool, move.reason)}`;
  const toFan = (pledge: PledgeRow | undefined): Notice => ({
    kind: to,
    title: ending.title(pool, move),
    body: `${outcome} ${pledge ? `${finalMoney(pledge)}${accessAfter(pool, pledge)}` : moneyOfAll(pool, move)}`,
    href: pathOfPool(pool),
    poolId: pool.id,
    action: 'See what happened',
    ...(to === 'removed' ? {} : pictureAndMeter(pool)),
  });
  // The page of a removed pool is closed to followers.
  const followers = to === 'removed' ? {} : { followers: toFan(undefined) };
  // The creator declined the request, so there is nothing to tell them.
  if (to === 'declined') return { fans: toFan, ...followers, owner: toFan };
  const toCreator: Notice = {
    ...toFan(undefined),
    kind: `${to}_creator`,
    body: `${outcome} ${moneyOfAll(pool, move)} ${payoutOf(pool, move)}`.trimEnd(),
  };
  return { fans: toFan, ...followers, owner: toFan, creator: toCreator };
}

/** Only the fans of a removed pool whose money went to the creator had access to a delivery. */
function accessAfter({ status, keepsDelivery }: PoolRow, pledge: PledgeRow): string {
  if (status !== 'removed' || pledge.status !== 'paid') return '';
  return keepsDelivery ? ' You can still open the delivery.' : ' The delivery can no longer be opened.';
}

function moneyOfAll(pool: PoolRow, { from }: PoolTransition): string {
  if (!pool.wasCharged) return 'No card was charged.';
  return from === 'completed'
    ? 'Payments went to the creator after the delivery and are not refunded.'
    : 'Everyone whose card was charged is refunded in full.';
}

function payoutOf(pool: PoolRow, { from }: PoolTransition): string {
  if (!pool.wasCharged) return '';
  return from === 'completed' ? 'Your payout is not affected.' : 'You will not receive a payout for it.';
}
