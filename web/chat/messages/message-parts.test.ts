import { expect, test } from 'vitest';
import { messageParts } from './message-parts.ts';

const theo = { id: 'u1', username: 'theo', displayName: null };

test('splits a message into text, mentions of one or several words, and links', () => {
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

test('prepends the mention of the parent sender to a reply unless the reply starts with it', () => {
  const replyText = (content: string) =>
    messageParts({ content, mentions: [], parentSender: theo })
      .map(({ text }) => text)
      .join('');
  expect(replyText('Yes')).toBe('@theo Yes');
  expect(replyText('@THEO yes')).toBe('@THEO yes');
  expect(replyText('@theodora yes')).toBe('@theo @theodora yes');
});
