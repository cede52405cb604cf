import { expect, it } from 'vitest';
import { initialsOf } from './avatar.tsx';

it.each([
  ['Mara Kline', 'MK'],
  ['Sol & Wren of the Hills', 'SH'],
  ['odd_harbour', 'OH'],
  ['pixelpaw', 'PI'],
  ['é', 'É'],
  ['山田 太郎', '山太'],
  ['', '?'],
])('takes from "%s" the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
