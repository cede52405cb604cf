import { expect, test } from 'vitest';
import { missingTests, rowsWithTests } from '#testing/named-tests.ts';

test('docs/security.md names only tests that exist', () => {
  const rows = rowsWithTests('docs/security.md');
  expect(rows.length).toBeGreaterThan(20);
  expect(missingTests(rows)).toEqual([]);
});
