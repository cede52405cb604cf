import { expect, it } from 'vitest';
import { outcomeOf } from './payment-mark.tsx';

it.each([
  ['pledged', {}, null],
  ['pledged', { cardExpiresOn: '2026-12-31' }, 'unpaid'],
  ['setup_pending', {}, 'unpaid'],
  ['setup_pending', { declineReason: 'Your card was declined.' }, 'declined'],
  ['paid', {}, null],
] as const)('a pledge that is %s, with %o, has the mark %s', (status, facts, mark) => {
  expect(outcomeOf({ status, cardExpiresOn: null, declineReason: null, ...facts })).toBe(mark);
});
