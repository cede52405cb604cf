import { expect, test } from 'vitest';
import { messageParts } from './message-parts.ts';

const theo = { id: 'u1', username: 'theo', displayName: null };

test('names stand out, those of several words too, and links lead somewhere', () => {
  const content = 'Ask @Maya Lind, see https://example.com/a.';
  expect(
    messageParts({ content, mentions: [{ userId: 'u2', username: 'maya', start: 4, length: 10 }], parentSender: null }),
  ).toEqual([
    { text: 'Ask ' },
    { text: '@Maya Lind', userId: 'u2' },
    { text: ', see ' },
    { text: 'https://example.com/a', href: 'https://example.com/a' },
    { text: '.' },
  ]);
});

test('an answer begins with whom it answers, once', () => {
  const said = (content: string) =>
    messageParts({ content, mentions: [], parentSender: theo })
      .map(({ text }) => text)
      .join('');
  expect(said('Yes')).toBe('@theo Yes');
  expect(said('@THEO yes')).toBe('@THEO yes');
  expect(said('@theodora yes')).toBe('@theo @theodora yes');
});
