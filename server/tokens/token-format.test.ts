import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { hasToken, hideTokens } from '#server/platform/http/token-text.ts';
import { fc } from '#testing/fast-check.ts';
import { checksumOf, isApiToken, newApiToken } from './token-format.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const random = fc.string({ unit: fc.constantFrom(...base62), minLength: 43, maxLength: 43 });

describe('an API token', () => {
  it('is a prefix, 43 random characters and a checksum, and never the same twice', () => {
    const tokens = Array.from({ length: 200 }, newApiToken);
    for (const token of tokens) {
      expect(token).toMatch(/^ffp_[0-9A-Za-z]{49}$/);
      expect(isApiToken(token)).toBe(true);
    }
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(new Set(tokens.join('').replaceAll('ffp_', '')).size).toBe(62);
  });

  it('has a checksum that anyone can compute: the CRC-32 in base62, with leading zeros', () => {
    fc.assert(
      fc.property(random, (text) => {
        const value = Array.from(checksumOf(text)).reduce((sum, sign) => sum * 62 + base62.indexOf(sign), 0);
        expect(value).toBe(crc32(text));
        expect(checksumOf(text)).toHaveLength(6);
      }),
    );
    // A fixed one, so that scanners elsewhere can rely on it.
    expect(isApiToken(`ffp_${'0'.repeat(43)}2CZclj`)).toBe(true);
  });

  it('is refused with any one character changed, missing, added or swapped with another', () => {
    fc.assert(
      fc.property(fc.nat(48), fc.constantFrom(...base62), fc.nat(47), (place, other, swap) => {
        const token = newApiToken();
        const at = place + 4;
        const changed = token.slice(0, at) + other + token.slice(at + 1);
        expect(isApiToken(changed)).toBe(changed === token);
        expect(isApiToken(token.slice(0, at) + token.slice(at + 1))).toBe(false);
        expect(isApiToken(token.slice(0, at) + other + token.slice(at))).toBe(false);
        const [a = '', b = ''] = token.slice(swap + 4, swap + 6);
        const swapped = token.slice(0, swap + 4) + b + a + token.slice(swap + 6);
        expect(isApiToken(swapped)).toBe(swapped === token);
      }),
    );
  });

  it.each(['', 'ffp_', 'x', 'FFP_', 'ghp_'])('is not “%s” with something after it', (prefix) => {
    const token = newApiToken();
    expect(isApiToken(prefix)).toBe(false);
    expect(isApiToken(prefix + token.slice(4))).toBe(prefix === 'ffp_');
    expect(isApiToken(`${token}\n`)).toBe(false);
    expect(isApiToken(` ${token}`)).toBe(false);
  });
});

describe('a text with tokens', () => {
  it('hides each of them and nothing else', () => {
    const [one, two] = [newApiToken(), newApiToken()];
    expect(hideTokens(`GET /x?a=${one}&b=${two} HTTP`)).toBe('GET /x?a=ffp_[hidden]&b=ffp_[hidden] HTTP');
    expect(hideTokens('ffp_ is a prefix, ffp_short is none')).toBe('ffp_ is a prefix, ffp_short is none');
    expect(hasToken(`Bearer ${one}`)).toBe(true);
    expect(hasToken(one.slice(0, -1))).toBe(false);
  });
});
