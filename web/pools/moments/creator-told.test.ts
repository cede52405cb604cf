import { expect, it } from 'vitest';
import type { CreatorNews } from '#contract/pledges/creator-news.ts';
import { textForCreator, toldText } from './creator-told.tsx';

const news = (changes: Partial<CreatorNews> = {}): CreatorNews => ({
  creator: 'claimed',
  toldAt: '2026-11-20T12:00:00.000Z',
  hearsOfPledge: true,
  canAnswer: true,
  ...changes,
});

it('says only what is true of the creator', () => {
  expect(toldText('Maya', news(), false)).toBe(
    'Maya was told about this pool on Nov 20, 2026 and hears about your pledge in a daily summary.',
  );
  expect(toldText('Maya', news({ toldAt: null }), true)).toBe(
    'Maya hears about your pledge in a daily summary, without your name.',
  );
  expect(toldText('Maya', news({ hearsOfPledge: false }), false)).toBe(
    'Maya was told about this pool on Nov 20, 2026.',
  );
  expect(toldText('Maya', news({ toldAt: null, hearsOfPledge: false }), false)).toBe(
    'Maya finds this pool and your pledge on their dashboard.',
  );
  expect(toldText('Maya', news({ toldAt: null, hearsOfPledge: false, canAnswer: false }), false)).toBeUndefined();
  const unclaimed = news({ creator: 'unclaimed', toldAt: null, hearsOfPledge: false });
  expect(toldText('Maya', unclaimed, false)).toBe('Maya hasn’t claimed this profile yet, so they have heard nothing.');
  expect(toldText('Maya', { ...unclaimed, creator: 'unassigned' }, false)).toContain('hasn’t been told');
});

it('writes a message with the figures and the link of the pool', () => {
  const pool = { title: 'Rain song', pledgedAmount: 20_00, fundingGoal: 500_00 };
  const text = textForCreator('Maya', pool, { brandName: 'Fanfare', url: 'https://fan.example/pool/1' });
  expect(text).toContain('have pledged $20 of $500 for “Rain song”');
  expect(text).toMatch(/https:\/\/fan\.example\/pool\/1$/);
});
