import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { isTokenLike, tokenPrefix } from '#server/platform/http/token-text.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is more than 2^256. */
const randomLength = 43;
const checksumLength = 6;

/** The CRC-32 of the random part in base62, as GitHub does it: scanners and typos need no database. */
export function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let place = 0; place < checksumLength; place += 1) {
    text = alphabet.charAt(rest % alphabet.length) + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}

export function newApiToken(): string {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return tokenPrefix + random + checksumOf(random);
}

/** Whether a text has the form of a token and its checksum is right, which saves a query for one that has not. */
export function isApiToken(text: string): boolean {
  if (!isTokenLike(text)) return false;
  const random = text.slice(tokenPrefix.length, -checksumLength);
  return text.endsWith(checksumOf(random));
}
