import { expect, it } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { groupNotices, groupTitle } from './notice-groups.ts';

let made = 0;
function notice(changes: Partial<Notification>): Notification {
  made += 1;
  return {
    id: `n${made}`,
    kind: 'update_posted',
    title: 'Odd Harbour posted an update',
    body: '',
    href: null,
    createdAt: '2026-11-28T12:00:00Z',
    read: false,
    person: { id: 'p1', name: 'Odd Harbour', avatarUrl: null },
    pool: { id: 'o1', title: 'A live album', imageUrl: null, categories: [] },
    ...changes,
  };
}
const unread = ({ read }: Notification) => !read;
const titles = (notices: Notification[]) =>
  groupNotices(notices, unread).map((group) => (group.all.length > 1 ? groupTitle(group) : group.newest.title));

it('groups consecutive unread notices of one kind and one person', () => {
  const other = notice({ person: { id: 'p2', name: 'Maya', avatarUrl: null }, title: 'Maya posted an update' });
  expect(titles([notice({}), notice({}), notice({}), other])).toEqual([
    '3 updates from Odd Harbour',
    'Maya posted an update',
  ]);
  expect(titles([notice({}), other, notice({})])).toHaveLength(3);
  expect(titles([notice({}), notice({ read: true }), notice({ read: true })])).toHaveLength(3);
});

it('groups comments by their pool, and leaves notices without a source alone', () => {
  const by = (id: string) => notice({ kind: 'pool_commented', person: { id, name: id, avatarUrl: null } });
  expect(titles([by('a'), by('b')])).toEqual(['2 comments on “A live album”']);
  const alone = { person: null, pool: null, title: 'We sent your payout', kind: 'payout_paid' } as const;
  expect(titles([notice(alone), notice(alone)])).toHaveLength(2);
  expect(titles([notice({ kind: 'refunded', person: null }), notice({ kind: 'refunded', person: null })])).toEqual([
    '2 notifications about “A live album”',
  ]);
  const refunds = notice({ kind: 'refund_creator', pool: null });
  expect(titles([refunds, { ...refunds, id: 'other' }])).toEqual(['2 notifications about Odd Harbour']);
});
