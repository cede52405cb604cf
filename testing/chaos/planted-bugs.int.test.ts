import { expect, test } from 'vitest';
import { repeats } from '#testing/test-profile.ts';
import { plantedBugs } from './planted-bugs.ts';
import { runTestsWithBug, type TestResult } from './run-tests-with-bug.ts';

const bugs = plantedBugs.slice(0, repeats(2, plantedBugs.length));
const timeout = 10 * 60_000;

/** Failures of the planted code or of the machine instead of an expectation. */
const isBroken = ({ messages }: TestResult) =>
  messages.some((message) => /\b(?:Reference|Syntax|Type)Error\b|timed out/.test(message));

test('finds nothing without a planted bug', { timeout }, async () => {
  const results = await runTestsWithBug(bugs);
  expect(results.filter(({ passed }) => !passed)).toEqual([]);
  expect(results.length).toBeGreaterThanOrEqual(new Set(bugs.map(({ foundBy }) => foundBy.title)).size);
});

test.each(bugs)('finds the bug $name', { timeout }, async (bug) => {
  const failures = (await runTestsWithBug([bug], bug)).filter(({ passed }) => !passed);
  expect(failures, 'no test failed: the bug was not found, or its file does not load').not.toEqual([]);
  expect(failures.filter(isBroken)).toEqual([]);
});
