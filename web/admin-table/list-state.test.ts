import { describe, expect, it } from 'vitest';
import { csvHref, firstPage, isNarrowed, type ListDefinition, listHref, listStateIn } from './list-state.ts';

const list: ListDefinition = {
  path: '/admin/reports',
  filters: {
    status: { values: ['open', 'upheld'], initial: 'open' },
    kind: { values: ['pool', 'comment'] },
    actor: {},
  },
  sorts: ['oldest', 'newest'],
};
const read = (search: string) => listStateIn(list, new URLSearchParams(search));
const start = { search: '', filters: { status: 'open', kind: '', actor: '' }, sort: 'oldest', page: 1, open: '' };

describe('the state of a list in its address', () => {
  it('uses defaults for missing and invalid values', () => {
    expect(read('')).toEqual(start);
    expect(read('page=-3&sort=best&status=lost&kind=nothing')).toEqual(start);
    expect(read('page=1.5')).toEqual(start);
    expect(firstPage(list)).toEqual(start);
  });

  it('survives a round trip', () => {
    const state = {
      search: 'a & b',
      filters: { status: '', kind: 'comment', actor: 'x y' },
      sort: 'newest',
      page: 3,
      open: 'id',
    };
    const address = listHref(list, state, {});
    expect(address).toBe('/admin/reports?search=a+%26+b&status=all&kind=comment&actor=x+y&sort=newest&page=3&open=id');
    expect(read(address.split('?')[1] ?? '')).toEqual(state);
  });

  it('returns to page 1 when a filter, the search or the order changes, and closes nothing', () => {
    const state = { ...start, search: 'song', page: 4, open: 'id' };
    expect(listHref(list, state, { filters: { kind: 'pool' } })).toBe('/admin/reports?search=song&kind=pool&open=id');
    expect(listHref(list, state, { search: '' })).toBe('/admin/reports?open=id');
    expect(listHref(list, state, { sort: 'newest' })).toBe('/admin/reports?search=song&sort=newest&open=id');
  });

  it('keeps the page when the drawer opens or closes', () => {
    const state = { ...start, page: 4 };
    expect(listHref(list, state, { open: 'id' })).toBe('/admin/reports?page=4&open=id');
    expect(listHref(list, { ...state, open: 'id' }, { open: '' })).toBe('/admin/reports?page=4');
  });

  it('exports the filtered list, whatever page or drawer is shown', () => {
    const state = { ...start, filters: { ...start.filters, kind: 'pool' }, search: 'a', page: 4, open: 'id' };
    const address = csvHref({ path: '/api/admin/reports' }, state);
    expect(address).toBe('/api/admin/reports.csv?search=a&status=open&kind=pool&sort=oldest');
  });

  it('knows whether rows are hidden', () => {
    expect(isNarrowed(list, start)).toBe(false);
    expect(isNarrowed(list, { ...start, filters: { ...start.filters, status: '' } })).toBe(false);
    expect(isNarrowed(list, { ...start, filters: { ...start.filters, status: 'upheld' } })).toBe(true);
    expect(isNarrowed(list, { ...start, search: 'x' })).toBe(true);
  });
});
