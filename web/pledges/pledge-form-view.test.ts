import { expect, it } from 'vitest';
import { appError } from '#contract/errors.ts';
import { type PledgeInput, pledgeFormView } from './pledge-form-view.ts';
import { readPledgeIntent } from './pledge-intent.ts';

const card = { id: 'pm_1', brand: 'visa', last4: '4242' } as never;
const pool = { minCents: 500, canonicalPath: '/tip-pool/maya/a-song', cards: [] };
const input = (part: Partial<PledgeInput> = {}): PledgeInput => ({
  cents: 1000,
  anonymous: false,
  wantsSavedCard: true,
  tried: false,
  refusal: undefined,
  ...part,
});

it('accepts a valid amount', () => {
  expect(pledgeFormView(input(), pool)).toMatchObject({ isPayable: true, fault: undefined });
});

it('shows an error about the amount only after the button was pressed', () => {
  for (const cents of [null, 499]) {
    expect(pledgeFormView(input({ cents }), pool)).toMatchObject({ isPayable: false, fault: undefined });
    expect(pledgeFormView(input({ cents, tried: true }), pool).fault).toBeTruthy();
  }
});

it("shows the server's error and prefers its message about the amount", () => {
  const refusal = appError('pool_closed');
  expect(pledgeFormView(input({ refusal }), pool).fault).toBe(refusal.message);
  const aboutAmount = appError('validation_failed', { fields: { amountCents: () => 'The maximum pledge is $10' } });
  expect(pledgeFormView(input({ refusal: aboutAmount }), pool).fault).toBe('The maximum pledge is $10');
});

it('uses the saved card only if there is one and the fan wants it', () => {
  expect(pledgeFormView(input(), pool).useSavedCard).toBe(false);
  expect(pledgeFormView(input(), { ...pool, cards: [card] })).toMatchObject({ useSavedCard: true, savedCard: card });
  expect(pledgeFormView(input({ wantsSavedCard: false }), { ...pool, cards: [card] }).useSavedCard).toBe(false);
});

it('builds a path that restores the pledge after signing in', () => {
  const { intentPath } = pledgeFormView(input({ anonymous: true }), pool);
  const { pathname, search } = new URL(intentPath ?? '', 'https://x.test');
  expect(pathname).toBe(pool.canonicalPath);
  expect(readPledgeIntent(search)).toEqual({ amountCents: 1000, anonymous: true });
  expect(pledgeFormView(input({ cents: 1 }), pool).intentPath).toBeNull();
});
