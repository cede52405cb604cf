import { describe, expect, it } from 'vitest';
import { countTests, type FileResult, filesToRepeat } from './vitest-results.ts';

const file = (name: string, ...statuses: string[]): FileResult => ({
  name,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  message: '',
  assertionResults: statuses.map((status, index) => ({
    status,
    fullName: `test ${index}`,
    failureMessages: status === 'failed' ? ['Expected 1\nbut got 2'] : [],
  })),
});
const unloaded = (name: string): FileResult => ({
  name,
  status: 'failed',
  message: 'Cannot find module',
  assertionResults: [],
});

describe('the second try of test files', () => {
  it('repeats each file with a failure once, also one that could not be loaded, and none without', () => {
    const results = [file('a', 'passed', 'failed'), file('a', 'failed'), file('b', 'passed'), unloaded('c')];
    expect(filesToRepeat(results)).toEqual(['a', 'c']);
    expect(filesToRepeat([file('b', 'passed', 'pending')])).toEqual([]);
  });

  it('is left out when so many files failed that chance does not explain it', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => file(`${index}`, 'failed'));
    expect(filesToRepeat(many(10))).toHaveLength(10);
    expect(filesToRepeat(many(11))).toEqual([]);
  });

  it('counts for a file, and the first failures are listed when it passes', () => {
    const first = [file('a', 'passed', 'failed', 'pending'), file('b', 'passed')];
    expect(countTests(first, [file('a', 'passed', 'passed', 'pending')])).toEqual({
      passed: 3,
      failed: 0,
      skipped: 1,
      failures: [],
      flaky: ['a: test 1\nExpected 1\nbut got 2'],
    });
  });

  it('fails a file that fails again, in one project of several, with another test, or when it is loaded', () => {
    const first = [file('a', 'passed', 'failed'), file('a', 'passed', 'passed')];
    for (const second of [
      [file('a', 'passed', 'failed'), file('a', 'passed', 'passed')],
      [file('a', 'passed', 'passed'), file('a', 'failed', 'passed')],
    ]) {
      expect(countTests(first, second)).toMatchObject({ passed: 3, failed: 1, flaky: [] });
    }
    expect(countTests([file('a', 'failed')], [unloaded('a')])).toMatchObject({
      passed: 0,
      failed: 1,
      failures: ['a: Cannot find module'],
      flaky: [],
    });
  });

  it('changes nothing for files that it did not run, and never counts a file that the first try passed', () => {
    const first = [file('a', 'failed'), file('b', 'passed')];
    expect(countTests(first)).toMatchObject({ passed: 1, failed: 1, flaky: [] });
    expect(countTests(first, [file('b', 'failed')])).toMatchObject({ passed: 1, failed: 1, flaky: [] });
  });
});
