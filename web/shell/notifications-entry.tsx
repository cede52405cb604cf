import { useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useEffect } from 'react';
import { paths } from '#contract/paths.ts';
import { logFailure } from '#web/data/log.ts';
import { useData } from '#web/data/query.ts';
import { myNotices } from '#web/data/session.ts';
import { UnreadBadge } from '#web/ui/display.tsx';
import { Entry } from './nav-entry.tsx';

/** As many as are unread; told live from then on. The socket comes after the page: nothing waits for it. */
function useUnread(): number {
  const queries = useQueryClient();
  const { data } = useData(myNotices);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let left = false;
    const { queryKey } = myNotices;
    const hear = (unread: number) => {
      // What is new has to be read; what was read is known, and stays marked as new for this visit.
      if (unread > 0) void queries.invalidateQueries({ queryKey });
      else queries.setQueryData<typeof data>(queryKey, (known) => known && { ...known, unreadCount: 0 });
    };
    import('#web/data/live-updates.ts').then(
      ({ watchUnread }) => {
        if (!left) stop = watchUnread(hear);
      },
      (error: unknown) => logFailure('notices do not come live', error),
    );
    return () => {
      left = true;
      stop?.();
    };
  }, [queries]);
  return data?.unreadCount ?? 0;
}

/** The way to what somebody was told, with how much of it is new. */
export function NotificationsEntry() {
  const unread = useUnread();
  return (
    <Entry
      to={paths.notifications}
      icon={<Bell aria-hidden="true" />}
      badge={unread > 0 ? <UnreadBadge count={unread} /> : null}
    >
      Notifications
    </Entry>
  );
}
