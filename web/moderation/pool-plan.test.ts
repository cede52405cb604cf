import { expect, test } from 'vitest';
import { type AdminPool, moneyOf } from './pool-plan.ts';

const completed = { status: 'completed', heldCents: 0, pledgedAmount: 240_00, fanCount: 24 } as AdminPool;

test('removing a completed pool says that the fans who paid lose the delivery, and how they get their money back', () => {
  expect(moneyOf(completed)).toBe(
    'The creator has already been paid, so nothing is refunded, and 24 fans who paid can no longer open the delivery. If they should get their money back, refund their payments under Money.',
  );
});
