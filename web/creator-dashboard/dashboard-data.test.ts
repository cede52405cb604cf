import { expect, it } from 'vitest';
import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { changesActions } from './dashboard-data.ts';

const terms = { floorCents: 50_00 } as CreatorRequest['terms'];
const pool = { status: 'accepted', frozen: false, currentAmount: 0, pledgedAmount: 40_00, terms } as const;
const figures = { pledgedPercentage: 0, paidPercentage: 0, fanCount: 1 };
const same = { ...figures, status: 'accepted', frozen: false, currentAmount: 0, pledgedAmount: 40_00 };

it.each([
  [{}, false],
  [{ pledgedAmount: 49_99 }, false],
  [{ pledgedAmount: 50_00 }, true],
  [{ currentAmount: 1 }, true],
  [{ frozen: true }, true],
  [{ status: 'collecting' }, true],
])('reads the dashboard again after an event that may change the actions: %o', (change, isRead) => {
  expect(changesActions(pool, { ...same, ...change })).toBe(isRead);
});

it('reads the dashboard again when the last payment is refunded, but not at each payment', () => {
  const paid = { ...pool, status: 'shortfall', currentAmount: 20_00 } as const;
  const event = { ...same, status: 'shortfall' };
  expect(changesActions(paid, { ...event, currentAmount: 30_00 })).toBe(false);
  expect(changesActions(paid, { ...event, currentAmount: 0 })).toBe(true);
});
