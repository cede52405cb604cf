import { expect, it } from 'vitest';
import { grouped } from '#contract/language/grouped.ts';
import { formatBytes, formatShare } from './format-bytes.ts';
import { shortened } from './format-number.ts';

const amounts = [
  0, 7, 100, 999, 1000, 1049, 1050, 1204, 9949, 9950, 12_345, 99_499, 999_499, 999_500, 1_250_000, 23_456_789,
  9_990_000_000,
];

it('writes counts as Intl does', () => {
  const inFull = new Intl.NumberFormat('en-US');
  expect(amounts.map(grouped)).toEqual(amounts.map((amount) => inFull.format(amount)));
});

it('shortens counts as Intl does', () => {
  const inShort = new Intl.NumberFormat('en-US', { notation: 'compact' });
  expect(amounts.map(shortened)).toEqual(amounts.map((amount) => inShort.format(amount)));
});

it('writes sizes in decimal units with at most one place', () => {
  const sizes = [0, 999, 1000, 4_240_000, 99_940_000, 123_400_000, 5 * 1024 ** 3, 2e12, 5e15];
  expect(sizes.map(formatBytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1 KB',
    '4.2 MB',
    '99.9 MB',
    '123 MB',
    '5.4 GB',
    '2 TB',
    '5000 TB',
  ]);
});

it('never rounds a small share up to a whole percent, and never a part up to the whole', () => {
  const gigabyte = 1e9;
  const shares = [0, 1, 4.2e6, 0.999 * gigabyte, gigabyte, 1.6 * gigabyte, 99.6 * gigabyte, 100 * gigabyte].map(
    (part) => formatShare(part, 100 * gigabyte),
  );
  expect(shares).toEqual(['0%', ...Array(3).fill('Less than 1%'), '1%', '1%', '99%', '100%']);
});

it('shows more than the whole, and nothing of nothing', () => {
  expect(formatShare(150, 100)).toBe('150%');
  expect(formatShare(0, 0)).toBe('0%');
});
