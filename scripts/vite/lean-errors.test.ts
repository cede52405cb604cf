import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorTable } from '#contract/errors.ts';
import { leanErrors } from './lean-errors.ts';

const lean = leanErrors(readFileSync('contract/errors.ts', 'utf8'));
const isKept = (code: keyof typeof errorTable) => !lean.includes(`\n  ${code}: silent(${errorTable[code].status}),`);

test('keeps every code, and every message that the pages name', () => {
  const sources = globSync('web/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(file, 'utf8'));
  const named = sources.flatMap((source) =>
    [...source.matchAll(/errorTable\.(\w+)|appError\('(\w+)'\)/g)].map(
      ([, one, other]) => (one ?? other) as keyof typeof errorTable,
    ),
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((code) => !isKept(code))).toEqual([]);
  for (const code of Object.keys(errorTable)) expect(lean).toMatch(new RegExp(`\\n  ${code}: (?:{|silent)`));
});

test('drops the messages that only the server sends', () => {
  expect(isKept('pool_closed')).toBe(false);
  expect(isKept('unavailable')).toBe(true);
  expect(lean.length).toBeLessThan(12_000);
});
