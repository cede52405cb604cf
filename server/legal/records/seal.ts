import { appError } from '#contract/errors.ts';
import type { Config } from '#server/platform/config/config.ts';
import { type SealKey, seal, sealKeyFrom, unseal } from '#server/platform/data/seal.ts';

/** The key from the settings, with RECORDS_KEY_BEFORE for reading. Throws performer_records_closed without one. */
export function recordsKeyOf({ performerRecords }: Config): SealKey {
  if (!performerRecords.key) throw appError('performer_records_closed');
  const { key, keyBefore } = performerRecords;
  return { ...recordsKeyFrom(key), ...(keyBefore ? { other: recordsKeyFrom(keyBefore) } : {}) };
}

/** A key from its 64 hexadecimal digits. */
export const recordsKeyFrom = (hex: string): SealKey => sealKeyFrom(Buffer.from(hex, 'hex'));

/**
 * Throws performer_records_closed if a third key encrypted the data, and an unexpected error if the data was changed or belongs to
 * another row.
 */
export function unsealRecord(key: SealKey, owner: string, sealed: Buffer): Buffer {
  const data = unseal(key, owner, sealed);
  if (!data) throw appError('performer_records_closed');
  return data;
}

export const sealJson = (key: SealKey, owner: string, value: object): Buffer =>
  seal(key, owner, Buffer.from(JSON.stringify(value)));

export const unsealJson = <T>(key: SealKey, owner: string, sealed: Buffer): T =>
  JSON.parse(unsealRecord(key, owner, sealed).toString()) as T;
