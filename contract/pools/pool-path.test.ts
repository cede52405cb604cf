import { expect, it } from 'vitest';
import { hashOfTitle, isPoolPath, parsePoolPath, poolIdPath, tipPoolPath } from './pool-path.ts';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';

it.each([
  ['/pool/a-song-about-rain', { by: 'key', key: 'a-song-about-rain' }],
  [`/pool/${id}`, { by: 'key', key: id }],
  ['/tip-pool/a-song-about-rain-0123456789ab', { by: 'key', key: 'a-song-about-rain-0123456789ab' }],
  [`/tip-pool/maya/a-song/${id}`, { by: 'id', id }],
  [`/tip-pool/maya/a-song/${id.toUpperCase()}`, { by: 'id', id }],
  ['/tip-pool/maya/a-song', { by: 'creator', creatorUsername: 'maya', slug: 'a-song' }],
  ['/tip-pool/maya/music/a-song', { by: 'creator', creatorUsername: 'maya', slug: 'a-song' }],
  ['/tip-pool/maya/a-song/?utm=1#top', { by: 'creator', creatorUsername: 'maya', slug: 'a-song' }],
  ['/tip-pool/m%41ya/a-song', { by: 'creator', creatorUsername: 'mAya', slug: 'a-song' }],
])('%s', (path, address) => {
  expect(parsePoolPath(path)).toEqual(address);
});

it.each([
  '',
  '/',
  '/pool',
  '/pool/',
  '/pool/a/b',
  '/tip-pool',
  '/tip-pool/a/b/c/d',
  '/tip-pool/%E0%A4%A',
  '/creator/maya',
  'pool/a',
])('not a pool: %s', (path) => {
  expect(parsePoolPath(path)).toBeNull();
});

it('parses the paths that it builds', () => {
  expect(parsePoolPath(poolIdPath(id))).toEqual({ by: 'key', key: id });
  expect(parsePoolPath(tipPoolPath('maya', 'a-song'))).toEqual({
    by: 'creator',
    creatorUsername: 'maya',
    slug: 'a-song',
  });
});

it.each([
  ['/pool/a-song', true],
  ['/tip-pool/maya/a-song', true],
  ['/pool/', false],
  ['/pool/create', false],
  ['/pools', false],
])('is %s a pool page: %s', (path, isPool) => {
  expect(isPoolPath(path)).toBe(isPool);
});

it('takes the last part of a title as its hash', () => {
  expect(hashOfTitle('a-song-about-rain-0123456789ab')).toBe('0123456789ab');
  expect(hashOfTitle('0123456789ab')).toBe('0123456789ab');
});
