import { afterEach, expect, it } from 'vitest';
import { createLanguage } from '#contract/language/create-language.ts';
import { setLanguage } from '#contract/language/text.ts';
import { speakEnglish } from '#testing/language.ts';
import { compile } from '../../scripts/language/compile.ts';
import { everyTime, timeAfter, upToTime } from './rule-times.ts';

// cspell:ignore alle Tage Tagen nach Stunden jede

const hourMs = 3_600_000;
const phrases = () =>
  [90 * 24, 5, 1 / 60].flatMap((hours) => [upToTime, everyTime, timeAfter].map((of) => of(hours * hourMs)));

afterEach(speakEnglish);

it('names a length of time within its phrase', () => {
  expect(phrases()).toEqual([
    'up to 90 days',
    'every 90 days',
    '90 days after',
    'up to 5 hours',
    'every 5 hours',
    '5 hours after',
    'up to 1 minute',
    'every 1 minute',
    '1 minute after',
  ]);
});

it('declines it in German', () => {
  const german = createLanguage('de', compile('de').catalogue);
  setLanguage(() => german);
  expect(phrases()).toEqual([
    'bis zu 90 Tagen',
    'alle 90 Tage',
    '90 Tage nach',
    'bis zu 5 Stunden',
    'alle 5 Stunden',
    '5 Stunden nach',
    'bis zu 1 Minute',
    'jede Minute',
    '1 Minute nach',
  ]);
});
