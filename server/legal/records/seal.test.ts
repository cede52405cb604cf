import { expect, test } from 'vitest';
import type { SealKey } from '#server/platform/data/seal.ts';
import { recordsKeyOf, sealJson, unsealJson } from './seal.ts';

type Settings = Parameters<typeof recordsKeyOf>[0];
const keyOf = (hex: string | undefined): SealKey =>
  recordsKeyOf({ performerRecords: { key: hex, retentionMs: 0 } } as Settings);
const key = keyOf('ab'.repeat(32));
const record = { legalName: 'Ada Example' };

test('reads a record back, and never encrypts it the same way twice', () => {
  const [one, other] = [sealJson(key, 'row 1', record), sealJson(key, 'row 1', record)];
  expect(unsealJson(key, 'row 1', one)).toEqual(record);
  expect(one.equals(other)).toBe(false);
  expect(one.includes('Ada')).toBe(false);
});

test('refuses a changed byte, another row and another key', () => {
  const sealed = sealJson(key, 'row 1', record);
  for (let at = 8; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unsealJson(key, 'row 1', changed)).toThrow();
  }
  expect(() => unsealJson(key, 'row 2', sealed)).toThrow();
  expect(() => unsealJson(keyOf('cd'.repeat(32)), 'row 1', sealed)).toThrow('record keeping');
});

test('needs a key', () => {
  expect(() => keyOf(undefined)).toThrow('record keeping');
});
