import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { appError } from '#contract/errors.ts';
import type { Config } from '#server/platform/config/config.ts';

const algorithm = 'aes-256-gcm';
const lengths = { keyId: 8, nonce: 12, tag: 16 };

export interface RecordsKey {
  key: Buffer;
  /** The beginning of the key's hash. It tells which key encrypted a row. */
  id: Buffer;
  /** Reads too, while the key is changed. */
  other?: RecordsKey;
}

/** The key from the settings, with RECORDS_KEY_BEFORE for reading. Throws performer_records_closed without one. */
export function recordsKeyOf({ performerRecords }: Config): RecordsKey {
  if (!performerRecords.key) throw appError('performer_records_closed');
  const { key, keyBefore } = performerRecords;
  return { ...recordsKeyFrom(key), ...(keyBefore ? { other: recordsKeyFrom(keyBefore) } : {}) };
}

/** The ids of all keys that can read. */
export const idsOf = ({ id, other }: RecordsKey): [Buffer, ...Buffer[]] => (other ? [id, other.id] : [id]);

/** A key from its 64 hexadecimal digits. */
export function recordsKeyFrom(hex: string): RecordsKey {
  const key = Buffer.from(hex, 'hex');
  return { key, id: createHash('sha256').update(key).digest().subarray(0, lengths.keyId) };
}

/** Encrypts data for one row or file. `owner` is its id, so that sealed data cannot be moved to another row. */
export function seal({ key, id }: RecordsKey, owner: string, data: Buffer): Buffer {
  const nonce = randomBytes(lengths.nonce);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(data), cipher.final()]);
  return Buffer.concat([id, nonce, cipher.getAuthTag(), encrypted]);
}

/**
 * Throws performer_records_closed if a third key encrypted the data, and an unexpected error if the data was changed or belongs to
 * another row.
 */
export function unseal({ key, id, other }: RecordsKey, owner: string, sealed: Buffer): Buffer {
  const { keyId, nonce, tag } = lengths;
  const isMine = sealed.subarray(0, keyId).equals(id);
  if (!isMine && other) return unseal(other, owner, sealed);
  if (!isMine) throw appError('performer_records_closed');
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(keyId, keyId + nonce))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(keyId + nonce, keyId + nonce + tag));
  return Buffer.concat([decipher.update(sealed.subarray(keyId + nonce + tag)), decipher.final()]);
}

export const sealJson = (key: RecordsKey, owner: string, value: object): Buffer =>
  seal(key, owner, Buffer.from(JSON.stringify(value)));

export const unsealJson = <T>(key: RecordsKey, owner: string, sealed: Buffer): T =>
  JSON.parse(unseal(key, owner, sealed).toString()) as T;
