import { type Notification, readNotifications } from '#contract/notifications.ts';
import { call } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';

/**
 * Marks the notices on screen as read once the person sees the tab. A list that is too short for all unread notices marks all of them,
 * because the person has no other way to reach the older ones. Returns a stop function.
 */
export function markNoticesRead(
  notices: readonly Pick<Notification, 'id' | 'read'>[],
  unreadCount: number,
): () => void {
  const ids = notices.filter(({ read }) => !read).map(({ id }) => id);
  const stop = () => document.removeEventListener('visibilitychange', mark);
  const mark = () => {
    if (document.hidden) return;
    stop();
    const body = ids.length > 0 && ids.length >= unreadCount ? { ids } : {};
    call(readNotifications, { body }, { isChange: false }).catch((error: unknown) =>
      logFailure('notices stay unread', error),
    );
  };
  if (unreadCount === 0) return stop;
  document.addEventListener('visibilitychange', mark);
  mark();
  return stop;
}
