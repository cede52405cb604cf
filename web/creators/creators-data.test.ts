import { describe, expect, it } from 'vitest';
import { creatorsIn, creatorsPath } from './creators-data.ts';

const read = (search: string) => creatorsIn(new URLSearchParams(search));

describe('the URL of the list of creators', () => {
  it('falls back to page 1 of all creators for missing or invalid parameters', () => {
    expect(read('')).toEqual({ category: '', search: '', page: 1 });
    expect(read('category=All&page=-2')).toEqual({ category: '', search: '', page: 1 });
  });

  it('parses what it builds and returns to page 1 when a filter changes', () => {
    const place = { category: 'R & B', search: 'maya 100%', page: 3 };
    const address = creatorsPath(place, { page: 3 });
    expect(read(address.split('?')[1] ?? '')).toEqual(place);
    expect(creatorsPath(place, { category: '', search: '' })).toBe('/creators');
  });
});
