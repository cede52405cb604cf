import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits for a session cookie or a mailed link. The database keeps only the hash. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

/** Plain SHA-256 is enough: nobody can guess 256 random bits from their hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whether the text could be one of ours at all; saves asking the database. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
