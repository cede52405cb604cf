import { afterEach, describe, expect, it } from 'vitest';
import { speak, speakEnglish } from '#testing/language.ts';
import { addressIn, localized, splitPath, unlocalized } from './localized-path.ts';

afterEach(speakEnglish);

describe('splitPath', () => {
  const offered = ['en', 'de', 'pt-BR'] as const;
  it.each([
    ['/de', 'de', '/'],
    ['/de/', 'de', '/'],
    ['/de?a=/fr/', 'de', '/?a=/fr/'],
    ['/de/creators?a=b', 'de', '/creators?a=b'],
    ['/pt-BR/pool/x', 'pt-BR', '/pool/x'],
    ['/en/creators', 'en', '/creators'],
    ['/de//evil.example', 'de', '/evil.example'],
    ['/de/\\evil.example', 'de', '/evil.example'],
    ['/de\\/evil.example', 'de', '/evil.example'],
    ['/en//evil.example/%2f', 'en', '/evil.example/%2f'],
  ])('%s', (address, locale, path) => {
    expect(splitPath(address, offered)).toEqual({ locale, path });
  });
  it.each([
    '/',
    '/xx/',
    '/DE/',
    '/de-DE/',
    '//de',
    '/fr/x',
    '/demo',
    '/creators/de',
    '/pt-br/',
    '',
    '/%64e/',
    '/constructor/',
  ])('is English: %s', (path) => {
    expect(splitPath(path, offered)).toEqual({ locale: null, path });
  });
});

it('makes addresses, and reads them', () => {
  expect(localized('/creators')).toBe('/creators');
  speak(() => undefined, '/de');
  for (const path of ['/', '/?a=b', '/#part', '/creators', '/creators?a=b#c', '/demo']) {
    expect(localized(path)).toBe(addressIn('de', path));
    expect(localized(path)).toMatch(/^\/de(?:[/?#]|$)/);
    expect(unlocalized(localized(path))).toBe(path);
  }
  for (const other of ['/api/pools', '/sandbox/setup', '//evil.example', 'https://evil.example', '#part', '?a=b'])
    expect(localized(other)).toBe(other);
  expect(unlocalized('/demo')).toBe('/demo');
  expect(unlocalized('/creators')).toBe('/creators');
  for (const address of ['/de//evil.example', '//evil.example']) expect(unlocalized(address)).toBe('/evil.example');
});
