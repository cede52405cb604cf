import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLongSubjects } from './check-commits.ts';

const folder = mkdtempSync(join(tmpdir(), 'fanfare-commits-'));
const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
const git = (...args: string[]) =>
  execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim();

function commit(subject: string): string {
  git('commit', '--allow-empty', '--no-verify', '--quiet', '--message', subject);
  return git('rev-parse', 'HEAD');
}

beforeAll(() => git('init', '--quiet'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('reports subjects over 72 characters, only after the base commit', () => {
  const base = commit(`tests: ${'a'.repeat(80)}`);
  commit(`tests: ${'ä'.repeat(65)}`);
  expect(findLongSubjects(folder, base)).toEqual([]);
  const subject = `tests: ${'b'.repeat(66)}`;
  commit(`${subject}\n\n${'A body may be as wide as it likes. '.repeat(4)}`);
  expect(findLongSubjects(folder, base)).toEqual([expect.stringContaining(subject)]);
});

test('skips the check without history', () => {
  expect(findLongSubjects(folder, '467a3da')).toBeUndefined();
  expect(findLongSubjects(tmpdir(), 'HEAD')).toBeUndefined();
});
