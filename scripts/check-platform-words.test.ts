import { expect, test } from 'vitest';
import { findDomainWords } from './check-platform-words.ts';

const wordsIn = (text: string, file = 'server/platform/live/live.ts') =>
  findDomainWords(file, text).map(({ word }) => word);

test.each([
  ['live.poolChanged(update)', ['pool']],
  ["{ name: 'Browse tip pools' }", ['tip', 'pools']],
  ['limits.chat.socketsPerPerson', ['chat']],
  ["endpoint.who === 'creator'", ['creator']],
  ['/** Draws the art of fans. */', ['fans']],
  ['registerFanArt(app)', ['fan']],
  ['minPledgeCents', ['pledge']],
])('finds the domain word in %s', (text, words) => {
  expect(wordsIn(text)).toEqual(words);
});

test.each(['request.fanfare.context', 'multipart/form-data', 'openPlatform()', 'deliver(broadcast)', 'spool, tipping'])(
  'finds none in %s',
  (text) => {
    expect(wordsIn(text)).toEqual([]);
  },
);

test('allows the pool of database connections and the settings, with their lines elsewhere still found', () => {
  expect(wordsIn('let pool = connect(url);', 'server/platform/postgres/db.ts')).toEqual([]);
  expect(wordsIn('a pledge of the pool', 'server/platform/postgres/db.ts')).toEqual(['pledge']);
  expect(wordsIn('MIN_PLEDGE_CENTS', 'server/platform/config/config.ts')).toEqual([]);
});

test('reports the line of each word', () => {
  expect(findDomainWords('server/platform/a.ts', 'const a = 1;\nconst pool = 2;')).toEqual([
    { file: 'server/platform/a.ts', line: 2, word: 'pool' },
  ]);
});
