import { describe, expect, it } from 'vitest';
import { creatorsIn, creatorsPath } from './creators-data.ts';

const read = (search: string) => creatorsIn(new URLSearchParams(search));

describe('the place in the list of creators', () => {
  it('is everybody from the start where the address says nothing, or nonsense', () => {
    expect(read('')).toEqual({ category: '', search: '', page: 1 });
    expect(read('category=All&page=-2')).toEqual({ category: '', search: '', page: 1 });
  });

  it('survives its address, and starts at the first page when anything but the page changes', () => {
    const place = { category: 'R & B', search: 'maya 100%', page: 3 };
    const address = creatorsPath(place, { page: 3 });
    expect(read(address.split('?')[1] ?? '')).toEqual(place);
    expect(creatorsPath(place, { category: '', search: '' })).toBe('/creators');
  });
});
