import { expect, it } from 'vitest';
import { candidatesOf, mentionsOf } from './mentions.ts';

const people = [
  { name: 'mia', userId: '1', username: 'mia' },
  { name: 'mia chen', userId: '2', username: 'chen_' },
  { name: 'sam-o', userId: '3', username: 'sam-o' },
  { name: 'zoë', userId: '4', username: 'zoe' },
];
const found = (text: string) =>
  mentionsOf(candidatesOf(text), people).map(({ userId, start, length }) => [
    userId,
    text.slice(start, start + length),
  ]);

it.each([
  ['@mia hello', [['1', '@mia']]],
  ['Hey @MIA, hello', [['1', '@MIA']]],
  ["(@mia's song)", [['1', '@mia']]],
  ['@Mia Chen sings', [['2', '@Mia Chen']]],
  ['is it @mia chen?', [['2', '@mia chen']]],
  [
    '@sam-o- and @zoë!',
    [
      ['3', '@sam-o'],
      ['4', '@zoë'],
    ],
  ],
  ['mail me: x@mia', []],
  ['@@mia', []],
  ['@miami', []],
  ['@ mia', []],
  ['@mia\nchen', [['1', '@mia']]],
])('%s', (text, expected) => {
  expect(found(text)).toEqual(expected);
});

it('looks at no more than twenty', () => {
  expect(candidatesOf('@mia '.repeat(400))).toHaveLength(20);
});
