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
  ])('serves %s of ten bytes', (range, start, end) => {
    expect(choose(range)).toEqual({ kind: 'part', start, end });
  });

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0', 'bytes=5-1', 'bytes=99-1', 'bytes=1-0'])(
    'cannot satisfy %s',
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
  ])('sends the whole file for %s', (range) => {
    expect(choose(range)).toEqual({ kind: 'whole' });
  });

  it('accepts If-Range only with the current strong tag', () => {
    expect(choose('bytes=0-3', tag)).toMatchObject({ kind: 'part' });
    expect(choose('bytes=0-3', '"other"')).toEqual({ kind: 'whole' });
    expect(choose('bytes=0-3', `W/${tag}`)).toEqual({ kind: 'whole' });
    expect(choose('bytes=0-3', 'Fri, 20 Nov 2026 00:00:00 GMT')).toEqual({ kind: 'whole' });
  });

  it('ignores even an invalid range if If-Range names another file', () => {
    expect(choose('bytes=5-1', '"other"')).toEqual({ kind: 'whole' });
  });

  it('satisfies only a suffix range of an empty file', () => {
    expect(choose('bytes=0-', undefined, 0)).toEqual({ kind: 'unsatisfiable' });
    expect(choose('bytes=-0', undefined, 0)).toEqual({ kind: 'unsatisfiable' });
    expect(choose('bytes=-5', undefined, 0)).toEqual({ kind: 'whole' });
  });
});
