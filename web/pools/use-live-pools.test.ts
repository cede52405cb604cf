import { expect, it } from 'vitest';
import type { PoolUpdate } from '#contract/chat/socket-events.ts';
import type { PoolCard } from '#contract/pools/pools.ts';
import { updated } from './use-live-pools.ts';

const card = {
  id: 'a',
  status: 'open',
  frozen: false,
  pledgedAmount: 50_00,
  currentAmount: 0,
  fanCount: 2,
} as PoolCard;
const updateTo = (status: string): PoolUpdate => ({
  id: 'a',
  status,
  pledgedAmount: 0,
  currentAmount: 0,
  pledgedPercentage: 0,
  paidPercentage: 0,
  fanCount: 0,
});
const after = (status: string) => updated({ pools: [card] }, updateTo(status))?.pools[0];

it('shows the new figures of a running pool', () => {
  expect(after('open')).toMatchObject({ status: 'open', pledgedAmount: 0, fanCount: 0 });
});

it.each(['expired', 'declined', 'lapsed', 'cancelled', 'refunded', 'removed'])(
  'keeps the figures at the end when a pool becomes %s',
  (status) => expect(after(status)).toEqual({ ...card, status }),
);
