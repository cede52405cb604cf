import type { PoolStatus } from '#contract/pools.ts';
import type { PledgeRow, PoolRow } from './audience.sql.ts';
import { finalMoney } from './money-sentences.ts';
import { creatorOf, type Notice, nameOfPool, pathOfPool, reasonSentence } from './notice.ts';
import type { PoolMove, PoolNotices } from './pool-notices.ts';

interface Ending {
  title: (pool: PoolRow) => string;
  text: (pool: PoolRow, move: PoolMove) => string;
}

const endings: Partial<Record<PoolStatus, Ending>> = {
  expired: {
    title: () => "The pool didn't reach its goal",
    text: (pool) => `${nameOfPool(pool)} didn't reach its goal by the deadline.`,
  },
  declined: {
    title: () => 'The pool was declined',
    text: (pool) => `${creatorOf(pool)} declined ${nameOfPool(pool)}.`,
  },
  lapsed: {
    title: () => 'The pool got no answer',
    text: (pool) =>
      pool.assignedCreatorId
        ? `${creatorOf(pool)} didn't answer ${nameOfPool(pool)} in time.`
        : `No creator took on ${nameOfPool(pool)} in time.`,
  },
  cancelled: { title: () => 'The pool was cancelled', text: (pool) => `${nameOfPool(pool)} was cancelled.` },
  removed: { title: () => 'The pool was removed', text: (pool) => `${nameOfPool(pool)} was removed by an admin.` },
  refunded: {
    title: (pool) => (pool.wasCharged ? 'The pool ended and everyone is refunded' : 'The pool ended'),
    text: (pool, move) => `${nameOfPool(pool)} will not be delivered: ${whyRefunded(pool, move)}.`,
  },
};

function whyRefunded(pool: PoolRow, { event, from }: PoolMove): string {
  if (event === 'give_up') return `${creatorOf(pool)} gave up`;
  if (event === 'objection_upheld') return 'an objection to the delivery was upheld';
  return from === 'shortfall' ? 'not enough was paid to go ahead' : 'nothing was delivered in time';
}

/** Builds the notices about how a pool ended and what that means for each reader's money. */
export function endingNotices(pool: PoolRow, move: PoolMove): PoolNotices | undefined {
  const ending = endings[move.to];
  if (!ending) return undefined;
  const outcome = `${ending.text(pool, move)}${reasonSentence(pool, move.reason)}`;
  const toFan = (pledge: PledgeRow | undefined): Notice => ({
    kind: move.to,
    title: ending.title(pool),
    body: `${outcome} ${pledge ? finalMoney(pledge) : moneyOfAll(pool, move)}`,
    href: pathOfPool(pool),
    action: 'See what happened',
  });
  const toCreator: Notice = {
    ...toFan(undefined),
    kind: `${move.to}_creator`,
    body: `${outcome} ${moneyOfAll(pool, move)} ${payoutOf(pool, move)}`.trimEnd(),
  };
  // The creator declined it, so needs no notice.
  return { fans: toFan, owner: toFan, ...(move.to === 'declined' ? {} : { creator: toCreator }) };
}

function moneyOfAll(pool: PoolRow, { from }: PoolMove): string {
  if (!pool.wasCharged) return 'No card was charged.';
  return from === 'completed'
    ? 'Payments went to the creator after the delivery and are not refunded.'
    : 'Everyone whose card was charged is refunded in full.';
}

function payoutOf(pool: PoolRow, { from }: PoolMove): string {
  if (!pool.wasCharged) return '';
  return from === 'completed' ? 'Your payout is not affected.' : 'You will not receive a payout for it.';
}
