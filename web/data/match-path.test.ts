import { describe, expect, it } from 'vitest';
import { bestMatch, matchPath, pathWith } from './match-path.ts';

describe('matching addresses', () => {
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
  ])('%s at %s', (pattern, path, params) => {
    expect(matchPath(pattern, path)).toEqual(params);
  });

  it.each([
    ['/', '/', '/'],
    ['/creators', '/Creators/', '/creators'],
    ['/pool/:slug', '/POOL//A%2Fb', '/pool/A%2Fb'],
  ])('%s at %s is written %s', (pattern, path, written) => {
    expect(pathWith(pattern, path)).toBe(written);
  });

  it('prefers fixed words to parameters, whatever the order', () => {
    const table = [{ path: '/payment/:id' }, { path: '/payment/success' }, { path: '/:any/success' }];
    expect(bestMatch(table, '/payment/success')?.entry.path).toBe('/payment/success');
    expect(bestMatch(table, '/payment/7')).toEqual({ entry: table[0], params: { id: '7' } });
    expect(bestMatch(table, '/nowhere')).toBeNull();
  });
});
