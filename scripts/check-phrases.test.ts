import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findPhrases, findPrivateNames, findStraightQuotes, privateNames } from './check-phrases.ts';

test('reports each flagged phrase with its line and what to write instead', () => {
  expect(findPhrases('Whoever pays\nis refunded, and told of it by itself')).toEqual([
    '1: "Whoever" → name the actor: the fan, the caller, the visitor',
    '2: "by itself" → automatically, or name the actor',
    '2: "told of" → notify about, report',
  ]);
});

test('reports "meanwhile" at the end of a sentence', () => {
  expect(findPhrases('// It was reloaded meanwhile.\n/** They wait meanwhile */')).toHaveLength(2);
  expect(findPhrases('Meanwhile, they wait. It waits meanwhile for the page.')).toEqual([]);
});

test('reports a clause as the subject of a comment', () => {
  expect(findPhrases('// What is younger is left to the worker.')).toHaveLength(1);
  expect(findPhrases('// It ends. Who has the link reads the mailbox.')).toHaveLength(1);
  expect(findPhrases('// What was charged? The query tells.')).toEqual([]);
});

test('reports a description that stands for a name', () => {
  expect(findPhrases('/** What watchers receive. */')).toHaveLength(1);
  expect(findPhrases("summary: 'Get what was pledged',")).toHaveLength(1);
  expect(findPhrases('/** The payload for watchers, by what they watch. */')).toEqual([]);
});

test('reports the plural "mails" where it is a noun', () => {
  expect(findPhrases('The mails go out at 8 a.m.')).toHaveLength(1);
  expect(findPhrases('It mails the fan. The emails go out.')).toEqual([]);
});

test('reports the British spelling of "canceled" in a sentence, and accepts the status code', () => {
  expect(findPhrases('The pool is cancelled.')).toHaveLength(1);
  expect(findPhrases("status in ('expired', 'cancelled')")).toEqual([]);
});

test('accepts the same letters within other words, and ordinary English', () => {
  expect(findPhrases('amend recommended e-mailed-ish latest newspaper')).toEqual([]);
  expect(findPhrases('The fan is told at once, for good reason, who paid and what was charged.')).toEqual([]);
});

test('reports straight apostrophes in texts for people', () => {
  const line = `const body = "The creator couldn't be paid.";`;
  expect(findStraightQuotes('server/notifications/notice.ts', line)).toHaveLength(1);
  expect(findStraightQuotes('server/notifications/notice.ts', 'throw new Error("it can\'t be")')).toEqual([]);
  expect(findStraightQuotes('server/doctor/check-mail.ts', line)).toEqual([]);
  expect(findStraightQuotes('server/notifications/notice.ts', line.replace("n't", 'n’t'))).toEqual([]);
});

test.each([
  "key.startsWith('__reactFiber')",
  `html.includes('="_R_')`,
  "import Check from '../node_modules/lucide-react/dist/esm/icons/check.mjs'",
  'filter: { id: /vite\\/preload-helper\\.js$/ }',
  'const framed = { wsPreEncodedFrame: [bytes] }',
  'const { writeBuffer } = connection',
  "message.includes('Max payload size exceeded')",
  'class MultipartStore extends S3Store {',
  'select count(*) from pgboss.job',
])('reports a private part of a library: %s', (line) => {
  expect(findPrivateNames('server/pools/pool.ts', `\n${line}`)).toEqual([
    expect.stringMatching(/^2: .+ is private → /),
  ]);
  expect(findPrivateNames('docs/jobs.md', line)).toEqual([]);
});

test('names only files that still use the private part', () => {
  const files = globSync('{server,web}/**/*.{ts,tsx}');
  for (const { name, still } of privateNames) {
    const kept = files.filter((path) => still?.test(path) && !path.endsWith('.int.test.ts'));
    expect(kept.length > 0).toBe(still !== undefined);
    for (const path of kept) expect(readFileSync(path, 'utf8'), path).toMatch(name);
  }
});
