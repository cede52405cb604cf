import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const lengths = { keyId: 8, nonce: 12, tag: 16 };

export interface SealKey {
  key: Buffer;
  /** The beginning of the key's hash. It tells which key encrypted a row. */
  id: Buffer;
  /** Reads too, while the key is changed. */
  other?: SealKey;
}

/** A key from its 32 bytes. */
export function sealKeyFrom(key: Buffer): SealKey {
  return { key, id: createHash('sha256').update(key).digest().subarray(0, lengths.keyId) };
}

/** The key of an installation secret: the first of its values encrypts, and all of them read. */
export function sealKeyOf(values: readonly string[]): SealKey {
  const [newest, ...older] = values.map((value) => sealKeyFrom(Buffer.from(value, 'base64url')));
  if (!newest) throw new Error('there is no key');
  const other = older.reduceRight<SealKey | undefined>(
    (rest, key) => (rest ? { ...key, other: rest } : key),
    undefined,
  );
  return other ? { ...newest, other } : newest;
}

/** The ids of all keys that can read. */
export const idsOf = ({ id, other }: SealKey): [Buffer, ...Buffer[]] => [id, ...(other ? idsOf(other) : [])];

/** Whether this key encrypted the data. */
export const isSealedBy = ({ id }: SealKey, sealed: Buffer): boolean => sealed.subarray(0, lengths.keyId).equals(id);

/** Encrypts data for one row or file. `owner` is its id, so that sealed data cannot be moved to another row. */
export function seal({ key, id }: SealKey, owner: string, data: Buffer): Buffer {
  const nonce = randomBytes(lengths.nonce);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(data), cipher.final()]);
  return Buffer.concat([id, nonce, cipher.getAuthTag(), encrypted]);
}

/** Null if none of the keys encrypted the data. Throws an unexpected error if the data was changed or belongs to another row. */
export function unseal(sealKey: SealKey, owner: string, sealed: Buffer): Buffer | null {
  const { keyId, nonce, tag } = lengths;
  if (!isSealedBy(sealKey, sealed)) return sealKey.other ? unseal(sealKey.other, owner, sealed) : null;
  const decipher = createDecipheriv(algorithm, sealKey.key, sealed.subarray(keyId, keyId + nonce))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(keyId + nonce, keyId + nonce + tag));
  return Buffer.concat([decipher.update(sealed.subarray(keyId + nonce + tag)), decipher.final()]);
}
