import { describe, expect, it } from 'vitest';
import { chooseRange } from './byte-range.ts';

const tag = '"a-10"';
const choose = (range?: string, ifRange?: string, size = 10) => chooseRange({ range, ifRange }, tag, size);

describe('chooseRange', () => {
  it.each([
    ['bytes=0-3', 0, 3],
    ['bytes=4-', 4, 9],
    ['bytes=-3', 7, 9],
    ['bytes=-99', 0, 9],
    ['bytes=8-99', 8, 9],
    ['Bytes=0-0', 0, 0],
  ])('%s of ten bytes', (range, start, end) => {
    expect(choose(range)).toEqual({ kind: 'part', start, end });
  });

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0', 'bytes=5-1', 'bytes=99-1', 'bytes=1-0'])(
    '%s cannot be had',
    (range) => {
      expect(choose(range)).toEqual({ kind: 'unsatisfiable' });
    },
  );

  it.each([
    undefined,
    '',
    'bytes=-',
    'bytes=0-1,4-5',
    'bytes=0-1,5-2',
    'lines=5-1',
    'lines=0-3',
    'bytes=a-b',
    'bytes=0-3 x',
  ])('%s is no range', (range) => {
    expect(choose(range)).toEqual({ kind: 'whole' });
  });

  it('believes If-Range only with our own tag', () => {
    expect(choose('bytes=0-3', tag)).toMatchObject({ kind: 'part' });
    expect(choose('bytes=0-3', '"other"')).toEqual({ kind: 'whole' });
    expect(choose('bytes=0-3', `W/${tag}`)).toEqual({ kind: 'whole' });
    expect(choose('bytes=0-3', 'Fri, 20 Nov 2026 00:00:00 GMT')).toEqual({ kind: 'whole' });
  });

  it('ignores an invalid range, too, when If-Range is of another file', () => {
    expect(choose('bytes=5-1', '"other"')).toEqual({ kind: 'whole' });
  });

  it('an empty file has no byte at a position, and its last bytes are all of it', () => {
    expect(choose('bytes=0-', undefined, 0)).toEqual({ kind: 'unsatisfiable' });
    expect(choose('bytes=-0', undefined, 0)).toEqual({ kind: 'unsatisfiable' });
    expect(choose('bytes=-5', undefined, 0)).toEqual({ kind: 'whole' });
  });
});
