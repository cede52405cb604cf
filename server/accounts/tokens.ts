import { createHash, randomBytes } from 'node:crypto';

/** Creates 256 random bits for a session cookie or a mailed link. The database stores only the hash. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

/** An unsalted SHA-256 is enough because 256 random bits cannot be guessed from their hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns whether the text has the shape of a token, which saves a query for one that has not. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
