import { expect, it } from 'vitest';
import { linkCodeForm } from '#contract/providers.ts';
import { codeForm } from '#contract/second-factor.ts';
import { latinDigits } from './latin-digits.ts';
import { parseMoney } from './money.ts';

it('reads the digits of other scripts, and leaves everything else', () => {
  expect(['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '０１２３４５６７８９', '०९'].map(latinDigits)).toEqual([
    '0123456789',
    '0123456789',
    '0123456789',
    '09',
  ]);
  expect(latinDigits('شهر ٣, -2.5')).toBe('شهر 3, -2.5');
});

it('reads amounts as any keyboard writes them', () => {
  expect(['١٠', '۱۰.۵', '１，０００．５０', '＄１０'].map(parseMoney)).toEqual([10_00, 10_50, 1000_50, 10_00]);
  expect(['5²', '½', '①'].map(parseMoney)).toEqual([null, null, null]);
});

it('takes codes as any keyboard writes their digits', () => {
  for (const code of ['123456', '123 456', '١٢٣٤٥٦', '۱۲۳ ۴۵۶', '１２３４５６']) {
    expect(codeForm.parse({ code }).code).toBe('123456');
    expect(linkCodeForm.parse({ code }).code).toBe('123456');
  }
});
