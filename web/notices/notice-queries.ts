import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { listNotifications, readNotifications } from '#contract/calls/notifications.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type NoticeFilter, type NotificationTopic, noticeFilters } from '#contract/notification-topics.ts';
import { paths } from '#contract/paths.ts';
import { asAppError, call } from '#web/data/call.ts';
import { query } from '#web/data/query.ts';
import { myNotices } from '#web/data/session.ts';
import { toastError } from '#web/ui/toast.tsx';

/** A list of notices: those of a filter, or all. */
export interface NoticeView {
  show: NoticeFilter | undefined;
  page: number;
}

export function noticeViewIn(search: URLSearchParams): NoticeView {
  const page = Number(search.get('page'));
  return {
    show: noticeFilters.find((name) => name === search.get('show')),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

export function noticesHref({ show, page = 1 }: { show?: NoticeFilter | undefined; page?: number }): string {
  const search = new URLSearchParams({ ...(show ? { show } : {}), ...(page > 1 ? { page: String(page) } : {}) });
  return search.size > 0 ? `${paths.notifications}?${search}` : paths.notifications;
}

/** The first page of all notices is also the source of the menu's number. */
export const noticesOf = ({ show, page }: NoticeView) =>
  show || page > 1 ? { ...query(listNotifications, { query: { show, page } }), staleTime: 10_000 } : myNotices;

type Notices = OutputOf<typeof listNotifications>;

/** Marks notices as read in every cached list; without ids, all of them. */
function markInCache(queries: QueryClient, ids: ReadonlySet<string> | undefined): void {
  queries.setQueriesData<Notices>({ queryKey: [listNotifications.path] }, (data) => {
    if (!data) return data;
    const isMarked = ({ id, read }: Notices['notifications'][number]) => !read && (!ids || ids.has(id));
    return {
      ...data,
      unreadCount: ids ? Math.max(0, data.unreadCount - data.notifications.filter(isMarked).length) : 0,
      notifications: data.notifications.map((notice) => (isMarked(notice) ? { ...notice, read: true } : notice)),
    };
  });
}

/** Stores the server's number, which also counts notices that no cached list contains. */
function setUnreadCount(queries: QueryClient, unreadCount: number): void {
  queries.setQueriesData<Notices>({ queryKey: [listNotifications.path] }, (data) => data && { ...data, unreadCount });
}

/** Returns a function that marks notices as read at once, and fetches them again if the server refuses. Without ids, it marks all. */
export function useMarkRead(): (ids?: readonly string[]) => void {
  const queries = useQueryClient();
  return (ids) => {
    if (ids?.length === 0) return;
    markInCache(queries, ids && new Set(ids));
    call(readNotifications, { body: ids ? { ids: [...ids] } : {} }, { isChange: false }).then(
      ({ unreadCount }) => setUnreadCount(queries, unreadCount),
      (error: unknown) => {
        // A notice that was deleted in the meantime needs no toast.
        if (asAppError(error).code !== 'not_found') toastError(error);
        void queries.invalidateQueries({ queryKey: [listNotifications.path] });
      },
    );
  };
}

/** The topics that the list offers to a role. Notices about the account and legal ones are too rare to filter. Those of a creator include the news of pools. */
export function topicFiltersOf(role: 'user' | 'creator' | 'admin'): NotificationTopic[] {
  const fans = ['payments', 'pools', 'updates', 'following', 'comments', 'chat'] as const;
  if (role === 'user') return [...fans];
  return role === 'creator' ? [...fans, 'creator'] : [...fans, 'creator', 'admin'];
}
