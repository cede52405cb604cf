import { expect, it } from 'vitest';
import { labelOf } from './check-result.ts';

it('describes the entries of a proof to the fan', () => {
  const refund = 'refund:6f1c2f0e-0000-4000-8000-000000000001';
  expect(labelOf({ kind: 'refund', cause: refund })).toBe('Refunded to your card');
  expect(labelOf({ kind: 'correction', cause: `${refund}:returned` })).toBe('Your bank sent the refund back to us');
  expect(labelOf({ kind: 'correction', cause: refund })).toBe('Refunded to you in another way');
});
