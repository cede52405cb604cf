import { expect, it } from 'vitest';
import { formatShare } from './format-share.ts';

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
