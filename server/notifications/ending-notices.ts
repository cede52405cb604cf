import { sentences, type Text, t, verbatim } from '#contract/language/text.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import { endReasons } from '#server/pools/lifecycle/end-reasons.ts';
import { finalMoney } from './money-sentences.ts';
import { creatorOf, type Notice, nameOfPool, pathOfPool, pictureAndMeter, reasonSentence } from './notice.ts';
import type { PledgeRow, PoolRow } from './notice-pools.sql.ts';
import type { PoolNotices, PoolTransition } from './pool-transition.ts';

interface Ending {
  title: (pool: PoolRow, move: PoolTransition) => Text;
  text: (pool: PoolRow, move: PoolTransition) => Text;
}

type EndStatus = 'expired' | 'declined' | 'lapsed' | 'cancelled' | 'removed' | 'refunded';

const endings: Record<EndStatus, Ending> = {
  expired: {
    title: () => t`The pool didn’t reach its goal`,
    text: (pool) => t`${{ pool: nameOfPool(pool) }} didn’t reach its goal by the deadline.`,
  },
  declined: {
    title: () => t`The pool was declined`,
    text: (pool) => {
      const [name, creator] = [nameOfPool(pool), creatorOf(pool)];
      return creator ? t`${{ creator }} declined ${{ pool: name }}.` : t`The creator declined ${{ pool: name }}.`;
    },
  },
  lapsed: {
    title: (pool, { from }) => {
      if (from === 'accepted') return t`The creator couldn’t be paid in time`;
      return pool.assignedCreatorId ? t`The creator didn’t respond in time` : t`No creator took on the pool`;
    },
    text: (pool, { from }) => {
      const [name, creator] = [nameOfPool(pool), creatorOf(pool)];
      if (from === 'accepted')
        return creator
          ? t`${{ pool: name }} has ended because ${{ creator }} couldn’t be paid in time.`
          : t`${{ pool: name }} has ended because the creator couldn’t be paid in time.`;
      if (!pool.assignedCreatorId) return t`No creator took on ${{ pool: name }} in time.`;
      return creator
        ? t`${{ creator }} didn’t respond to ${{ pool: name }} in time.`
        : t`The creator didn’t respond to ${{ pool: name }} in time.`;
    },
  },
  cancelled: {
    title: () => t`The pool was canceled`,
    text: (pool, { event }) =>
      event === 'hold_over'
        ? t`${{ pool: nameOfPool(pool) }} was canceled, because it was frozen for too long.`
        : t`${{ pool: nameOfPool(pool) }} was canceled.`,
  },
  removed: {
    title: () => t`The pool was removed`,
    text: (pool) => t`${{ pool: nameOfPool(pool) }} was removed by an admin.`,
  },
  refunded: {
    title: (pool) => (pool.wasCharged ? t`The pool ended and everyone is refunded` : t`The pool ended`),
    text: (pool, move) =>
      move.event === 'hold_over'
        ? sentences(t`${{ pool: nameOfPool(pool) }} has ended.`, whyHeld(move.reason ?? ''))
        : whyRefunded(pool, move),
  },
};

/** The first sentence of the lifecycle's reason. The second one is about the money, which the notice explains. */
function whyHeld(reason: string): Text {
  switch (reason) {
    case endReasons.frozenTooLong:
    case endReasons.frozenUncharged:
      return t`The pool was frozen for too long.`;
    case endReasons.notReviewed:
      return t`The delivery was not reviewed in time.`;
    case endReasons.heldTooLong:
      return t`The payout was held for too long.`;
    default:
      return verbatim(reason.slice(0, reason.indexOf('.') + 1));
  }
}

const isEnd = (status: PoolStatus): status is EndStatus => status in endings;

function whyRefunded(pool: PoolRow, { event, from }: PoolTransition): Text {
  const name = nameOfPool(pool);
  const creator = creatorOf(pool);
  if (event === 'give_up')
    return creator
      ? t`${{ pool: name }} will not be delivered: ${{ creator }} gave up.`
      : t`${{ pool: name }} will not be delivered: the creator gave up.`;
  if (event === 'objection_upheld')
    return t`${{ pool: name }} will not be delivered: an objection to the delivery was upheld.`;
  if (event === 'delivery_taken_down')
    return t`${{ pool: name }} will not be delivered: the delivery was taken down after a copyright notice.`;
  return from === 'shortfall'
    ? t`${{ pool: name }} will not be delivered: not enough was paid to go ahead.`
    : t`${{ pool: name }} will not be delivered: nothing was delivered in time.`;
}

/** Builds the notices about the end of a pool, each with the result for the reader's money. */
export function endingNotices(pool: PoolRow, move: PoolTransition): PoolNotices | undefined {
  const { to } = move;
  if (!isEnd(to)) return undefined;
  const ending = endings[to];
  const outcome = sentences(ending.text(pool, move), reasonSentence(pool, move.reason));
  const toFan = (pledge: PledgeRow | undefined): Notice => ({
    kind: to,
    title: ending.title(pool, move),
    body: pledge
      ? sentences(outcome, finalMoney(pledge), accessAfter(pool, pledge))
      : sentences(outcome, moneyOfAll(pool, move)),
    href: pathOfPool(pool),
    poolId: pool.id,
    action: t`See what happened`,
    ...(to === 'removed' ? {} : pictureAndMeter(pool)),
  });
  // The page of a removed pool is closed to followers.
  const followers = to === 'removed' ? {} : { followers: toFan(undefined) };
  // The creator declined the request, so there is nothing to tell them.
  if (to === 'declined') return { fans: toFan, ...followers, owner: toFan };
  const toCreator: Notice = {
    ...toFan(undefined),
    kind: `${to}_creator`,
    body: sentences(outcome, moneyOfAll(pool, move), payoutOf(pool, move)),
  };
  return { fans: toFan, ...followers, owner: toFan, creator: toCreator };
}

/** Only the fans of a removed pool whose money went to the creator had access to a delivery. */
function accessAfter({ status, keepsDelivery }: PoolRow, pledge: PledgeRow): Text | '' {
  if (status !== 'removed' || pledge.status !== 'paid') return '';
  return keepsDelivery ? t`You can still open the delivery.` : t`The delivery can no longer be opened.`;
}

function moneyOfAll(pool: PoolRow, { from }: PoolTransition): Text {
  if (!pool.wasCharged) return t`No card was charged.`;
  return from === 'completed'
    ? t`Payments went to the creator after the delivery and are not refunded.`
    : t`Everyone whose card was charged is refunded in full.`;
}

function payoutOf(pool: PoolRow, { from }: PoolTransition): Text | '' {
  if (!pool.wasCharged) return '';
  return from === 'completed' ? t`Your payout is not affected.` : t`You will not receive a payout for it.`;
}
