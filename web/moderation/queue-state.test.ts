import { describe, expect, it } from 'vitest';
import { type Queue, queueHref, queueIn } from './queue-state.ts';

const queue: Queue = { path: '/admin/reports', statuses: ['open', 'upheld'], status: 'open', sort: 'oldest' };
const read = (search: string) => queueIn(queue, new URLSearchParams(search));

describe('queue filters', () => {
  it('uses the queue’s defaults for missing and invalid values', () => {
    expect(read('')).toEqual({ search: '', status: 'open', kind: '', sort: 'oldest', page: 1 });
    expect(read('page=-3&sort=best&status=lost')).toEqual({
      search: '',
      status: 'open',
      kind: '',
      sort: 'oldest',
      page: 1,
    });
  });

  it('survives a round trip through the address', () => {
    const state = { search: 'a & b', status: 'all', kind: 'comment', sort: 'newest', page: 3 } as const;
    const address = queueHref(queue, state, { page: 3 });
    expect(read(address.split('?')[1] ?? '')).toEqual(state);
  });

  it('writes only values that differ, and returns to page 1 when a filter changes', () => {
    const state = { search: 'song', status: 'all', kind: '', sort: 'oldest', page: 4 } as const;
    expect(queueHref(queue, state, { status: 'open' })).toBe('/admin/reports?search=song');
    expect(queueHref(queue, state, { search: '', status: 'open' })).toBe('/admin/reports');
  });
});
