import type { PoolStatus } from '#contract/pools.ts';
import type { PledgeRow, PoolRow } from './audience.sql.ts';
import { finalMoney } from './money-sentences.ts';
import { creatorOf, type Notice, nameOfPool, pathOfPool, reasonSentence } from './notice.ts';
import type { PoolMove, PoolNotices } from './pool-notices.ts';

interface Ending {
  title: (pool: PoolRow) => string;
  words: (pool: PoolRow, move: PoolMove) => string;
}

const endings: Partial<Record<PoolStatus, Ending>> = {
  expired: {
    title: () => 'The pool ran out of time',
    words: (pool) => `${nameOfPool(pool)} did not reach its goal in time.`,
  },
  declined: {
    title: () => 'The pool was declined',
    words: (pool) => `${creatorOf(pool)} declined ${nameOfPool(pool)}.`,
  },
  lapsed: {
    title: () => 'The pool got no answer',
    words: (pool) =>
      pool.assignedCreatorId
        ? `${creatorOf(pool)} did not answer ${nameOfPool(pool)} in time.`
        : `No creator took on ${nameOfPool(pool)} in time.`,
  },
  cancelled: { title: () => 'The pool was cancelled', words: (pool) => `${nameOfPool(pool)} was cancelled.` },
  removed: { title: () => 'The pool was removed', words: (pool) => `${nameOfPool(pool)} was removed by an admin.` },
  refunded: {
    title: (pool) => (pool.wasCharged ? 'The pool ended and everyone is refunded' : 'The pool ended'),
    words: (pool, move) => `${nameOfPool(pool)} will not be delivered: ${whyRefunded(pool, move)}.`,
  },
};

function whyRefunded(pool: PoolRow, { event, from }: PoolMove): string {
  if (event === 'give_up') return `${creatorOf(pool)} gave up`;
  if (event === 'objection_upheld') return 'an objection to the delivery was upheld';
  return from === 'shortfall' ? 'too little was paid to go ahead' : 'nothing was delivered in time';
}

/** Everyone concerned hears how a pool ended and what that means for their own money. */
export function endingNotices(pool: PoolRow, move: PoolMove): PoolNotices | undefined {
  const ending = endings[move.to];
  if (!ending) return undefined;
  const told = `${ending.words(pool, move)}${reasonSentence(pool, move.reason)}`;
  const toFan = (pledge: PledgeRow | undefined): Notice => ({
    kind: move.to,
    title: ending.title(pool),
    body: `${told} ${pledge ? finalMoney(pledge) : moneyOfAll(pool, move)}`,
    href: pathOfPool(pool),
    action: 'See what happened',
  });
  const toCreator: Notice = {
    ...toFan(undefined),
    kind: `${move.to}_creator`,
    body: `${told} ${moneyOfAll(pool, move)} ${payoutOf(pool, move)}`.trimEnd(),
  };
  // Creators know what they declined themselves.
  return { fans: toFan, owner: toFan, ...(move.to === 'declined' ? {} : { creator: toCreator }) };
}

function moneyOfAll(pool: PoolRow, { from }: PoolMove): string {
  if (!pool.wasCharged) return 'No card was charged.';
  return from === 'completed'
    ? 'What was paid went to the creator after the delivery and is not refunded.'
    : 'Everyone whose card was charged is refunded in full.';
}

function payoutOf(pool: PoolRow, { from }: PoolMove): string {
  if (!pool.wasCharged) return '';
  return from === 'completed' ? 'Your payout stays as it is.' : 'Nothing is paid out for it.';
}
