import { expect, it } from 'vitest';
import { csvCell, csvLine, csvMoney } from './csv.ts';

it.each([
  ['=HYPERLINK("http://evil.example")', '"\'=HYPERLINK(""http://evil.example"")"'],
  ['+1234', "'+1234"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1+1', '"\'\t=1+1"'],
  ['  =1+1', "'  =1+1"],
  ['＝1+1', "'＝1+1"],
])('disarms the formula %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

it('keeps harmless text unchanged, and quotes text that would break a line', () => {
  expect(csvCell('A song for Maya')).toBe('A song for Maya');
  expect(csvCell('One, two')).toBe('"One, two"');
  expect(csvCell('She said "yes"')).toBe('"She said ""yes"""');
  expect(csvCell('two\nlines')).toBe('"two\nlines"');
});

it('writes numbers, flags and missing values', () => {
  expect(csvLine([-5, true, null, 'x'])).toBe('-5,true,,x\r\n');
  expect(csvCell(csvMoney(-1234))).toBe('-12.34');
});

it.each([
  [0, '0.00'],
  [5, '0.05'],
  [123_456, '1234.56'],
  [-1, '-0.01'],
])('writes %i cents as %s', (cents, text) => {
  expect(csvMoney(cents)).toBe(text);
});
