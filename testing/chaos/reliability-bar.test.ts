import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingTests, rowsWithTests } from '#testing/named-tests.ts';
import { projectOf, readReliabilityBar } from './reliability-bar.ts';

test('docs/reliability.md has a row for each of R1 to R32 and names only tests that exist', () => {
  const bar = readReliabilityBar();
  expect(bar.map(({ id }) => id)).toEqual(Array.from({ length: 32 }, (_, index) => `R${index + 1}`));
  expect(bar.flatMap(({ files }) => files).filter((file) => !existsSync(file))).toEqual([]);
  expect(missingTests(rowsWithTests('docs/reliability.md'))).toEqual([]);
});

test('runs each file in its project', () => {
  const files = ['e2e/a.e2e.ts', 'testing/chaos/a.int.test.ts', 'server/a.test.ts'];
  expect(files.map(projectOf)).toEqual(['e2e', 'int', 'unit']);
});
