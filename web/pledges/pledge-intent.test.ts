import { describe, expect, it } from 'vitest';
import { pledgeIntentOf, pledgeIntentPath, readPledgeIntent } from './pledge-intent.ts';

const pool = '/tip-pool/maya/harbour-song';

describe('a pledge chosen before signing in', () => {
  it('survives a round trip through the URL', () => {
    for (const anonymous of [true, false]) {
      const path = pledgeIntentPath(pool, { amountCents: 750, anonymous });
      expect(pledgeIntentOf(path)).toEqual({ poolPath: pool, amountCents: 750, anonymous });
    }
    expect(pledgeIntentPath(pool, { amountCents: 1000, anonymous: false })).toBe(`${pool}?amount=1000`);
  });

  it('is ignored if the amount is invalid', () => {
    for (const amount of ['', '0', '-5', '1.5', 'ten', 'NaN', 'Infinity', '1000001', '1e99', ' ']) {
      expect(readPledgeIntent(`?amount=${amount}`), amount).toBe(null);
    }
    expect(readPledgeIntent('')).toBe(null);
    expect(readPledgeIntent('?anonymous=1')).toBe(null);
  });

  it('is recognized only in redirects to our own pool pages', () => {
    for (const target of [
      '/',
      pool,
      '/creators?amount=1000',
      '/pool?amount=1000',
      '/pool/?amount=1000',
      'https://evil.example/tip-pool/a/b?amount=1000',
      '//evil.example/tip-pool/a/b?amount=1000',
      '/\\evil.example/pool/a?amount=1000',
    ]) {
      expect(pledgeIntentOf(target), target).toBe(null);
    }
    expect(pledgeIntentOf('/pool/abc?amount=1000#comments')).toMatchObject({
      poolPath: '/pool/abc',
      amountCents: 1000,
    });
  });
});
