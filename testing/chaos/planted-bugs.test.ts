import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plantBug } from '#testing/plant-bug.ts';
import { plantedBugs, withBug } from './planted-bugs.ts';

test('lists at least ten bugs with different names', () => {
  expect(plantedBugs.length).toBeGreaterThanOrEqual(10);
  expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length);
});

test.each(plantedBugs)('$name: its text occurs once in the product, and the test that finds it exists', (bug) => {
  const source = readFileSync(bug.file, 'utf8');
  expect(bug.file).toMatch(/^(?:server|contract)\/(?!.*\.test\.ts$)/);
  expect(withBug(source, bug)).not.toBe(source);
  expect(existsSync(bug.foundBy.file)).toBe(true);
  expect(readFileSync(bug.foundBy.file, 'utf8')).toContain(bug.foundBy.title);
});

test('refuses to plant a text that is missing or occurs twice, and a bug that is not listed', () => {
  const bug = { name: 'x', file: 'a.ts', text: 'one', replacement: 'two', foundBy: { file: 'a.test.ts', title: 'x' } };
  expect(withBug('just one', bug)).toBe('just two');
  expect(() => withBug('nothing', bug)).toThrow('occurs 0 times');
  expect(() => withBug('one, and one more', bug)).toThrow('occurs 2 times');
  expect(() => plantBug('a-typo')).toThrow('no bug with the name a-typo');
  expect(plantBug('')).toBeUndefined();
});
