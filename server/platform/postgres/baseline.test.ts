import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { replacementsOf } from './baseline.ts';

const at73b05350 = ['0001_start.sql', '0031_suspension_channel.sql', '0128_fewer_reads_for_pledges.sql'];

test('knows the migrations that replace those of commit 73b05350, and those of the last version before 1.0', () => {
  expect(replacementsOf(at73b05350)).toEqual(['0001_baseline.sql']);
  expect(replacementsOf([...at73b05350, '0130_wait_for_payout_account.sql', '0198_search_pending_list.sql'])).toEqual([
    '0001_baseline.sql',
    '0002_first_release.sql',
  ]);
});

test('replaces nothing in an empty database, or in one of a later version', () => {
  expect(replacementsOf([])).toBeUndefined();
  expect(replacementsOf(['0001_baseline.sql', '0002_first_release.sql', '0003_later.sql'])).toBeUndefined();
});

test.each([
  ['0017_search_and_sort.sql', ['0001_start.sql', '0017_search_and_sort.sql'], '73b05350'],
  ['0130_wait_for_payout_account.sql', [...at73b05350, '0130_wait_for_payout_account.sql'], '7afffb1e'],
])('names the commit to start first for data that ends with %s', (_last, names, commit) => {
  expect(() => replacementsOf(names)).toThrow(`Start commit ${commit} with it once, then this version.`);
});

/** A database that has run them does not run them again: what comes later is a separate migration. */
test.each([
  ['0001_baseline.sql', '171a0610e0863b76ec3440856804f2348dddb518bfcb5b0982f231f966596438'],
  ['0002_first_release.sql', '0667e0e2e94a700bc5cf81248f87e1aaa485160b5de20f9595bf7899f405b798'],
])('%s does not change any more', (name, sha256) => {
  expect(
    createHash('sha256')
      .update(readFileSync(`migrations/${name}`))
      .digest('hex'),
  ).toBe(sha256);
});
