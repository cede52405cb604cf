import { expect, it } from 'vitest';
import { clockText } from './clock-text.ts';

it('formats a position as hours, minutes and seconds', () => {
  expect([-1, 0, 7.9, 65, 3725].map(clockText)).toEqual(['0:00', '0:00', '0:07', '1:05', '1:02:05']);
});
