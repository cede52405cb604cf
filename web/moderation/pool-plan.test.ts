import { expect, test } from 'vitest';
import { type AdminPool, planFor } from './pool-plan.ts';

const completed = { status: 'completed', heldCents: 0, pledgedAmount: 240_00, fanCount: 24 } as AdminPool;

test('removing several pools says that nothing of a completed one is refunded, and that fans keep the delivery', () => {
  expect(planFor('remove', completed)).toEqual({
    change:
      'Removed permanently. The creator has already been paid, so nothing is refunded. 24 fans who paid can still open the delivery.',
  });
});
