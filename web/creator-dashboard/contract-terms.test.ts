import { expect, it } from 'vitest';
import { daysIn } from './contract-terms.ts';

it('reads the days to deliver as any keyboard writes them, and nothing else', () => {
  expect(['14', ' 14 ', '١٤', '１４', '۱۴'].map((text) => daysIn(text, 30))).toEqual([14, 14, 14, 14, 14]);
  expect(['', '0', '31', '1.5', '1,5', '-3', '1e1', 'x'].map((text) => daysIn(text, 30))).toEqual(Array(8).fill(null));
});
