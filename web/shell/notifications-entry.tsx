import { useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useEffect } from 'react';
import { listNotifications } from '#contract/calls/notifications.ts';
import { listMyPledges } from '#contract/calls/pledges.ts';
import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { logFailure } from '#web/data/log.ts';
import { useData } from '#web/data/query.ts';
import { myNotices, refreshApplication } from '#web/data/session.ts';
import { UnreadBadge } from '#web/ui/display.tsx';
import { keepFocus } from '#web/ui/keep-focus.ts';
import { NavEntry } from './nav-entry.tsx';

/** The number of unread notices, kept up to date over the socket. The socket connects after the page, so nothing waits for it. */
function useUnread(): number {
  const queries = useQueryClient();
  const { data } = useData(myNotices);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    const onUnread = (unread: number, isNews: boolean) => {
      // The notice may be the decision about the application that the menu shows, or the receipt of a payment that the page asks for.
      if (isNews) {
        refreshApplication(queries);
        void queries.invalidateQueries({ queryKey: [listMyPledges.path] });
      }
      // A connection reports the number again; the page usually has it.
      if (!isNews && unread === queries.getQueryData<typeof data>(myNotices.queryKey)?.unreadCount) return;
      void queries.invalidateQueries({ queryKey: [listNotifications.path] });
    };
    import('#web/data/live-updates.ts').then(
      ({ watchUnread }) => {
        if (!isUnmounted) stop = watchUnread(onUnread);
      },
      (error: unknown) => logFailure('could not start live notices', error),
    );
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, [queries]);
  return data?.unreadCount ?? 0;
}

/** The menu entry for notifications, with the number of unread notices. */
export function NotificationsEntry() {
  const unread = useUnread();
  // Here, because visitors do not load this code and every page with the menu mounts it.
  useEffect(keepFocus, []);
  return (
    <NavEntry
      to={paths.notifications}
      icon={<Bell aria-hidden="true" />}
      badge={unread > 0 ? <UnreadBadge count={unread} /> : null}
    >{t`Notifications`}</NavEntry>
  );
}
