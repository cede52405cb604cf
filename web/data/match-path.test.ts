import { describe, expect, it } from 'vitest';
import { bestMatch, canonicalSpelling, matchPath } from './match-path.ts';

describe('match-path', () => {
  it.each([
    ['/pool/:slug', '/pool/a-song', { slug: 'a-song' }],
    ['/pool/:slug', '/pool/a-song/', { slug: 'a-song' }],
    ['/Pool/:slug', '/pOOL/A', { slug: 'A' }],
    ['/creator/:name', '/creator/caf%C3%A9', { name: 'café' }],
    ['/creator/:name', '/creator/%E0%A4%A', { name: '%E0%A4%A' }],
    ['/', '/', {}],
    ['/pool/:slug', '/pool', null],
    ['/pool/:slug', '/pool/a/b', null],
    ['/pool/create', '/pool/other', null],
  ])('matches %s against %s', (pattern, path, params) => {
    expect(matchPath(pattern, path)).toEqual(params);
  });

  it.each([
    ['/', '/', '/'],
    ['/creators', '/Creators/', '/creators'],
    ['/pool/:slug', '/POOL//A%2Fb', '/pool/A%2Fb'],
  ])('spells the path of %s at %s as %s', (pattern, path, written) => {
    expect(canonicalSpelling(pattern, path)).toBe(written);
  });

  it('prefers fixed segments to parameters, whatever the order of the table', () => {
    const table = [{ path: '/payment/:id' }, { path: '/payment/success' }, { path: '/:any/success' }];
    expect(bestMatch(table, '/payment/success')?.entry.path).toBe('/payment/success');
    expect(bestMatch(table, '/payment/7')).toEqual({ entry: table[0], params: { id: '7' } });
    expect(bestMatch(table, '/nowhere')).toBeNull();
  });
});
