import { useEffect } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { paths } from '#contract/paths.ts';
import { useData } from '#web/data/query.ts';
import { myNotices } from '#web/data/session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { EmptyState, Loaded, RowSkeleton, SkeletonList } from '#web/ui/loading-states.tsx';
import { markNoticesRead } from './mark-notices-read.ts';
import { NoticeIcon } from './notice-icon.tsx';

function Notice({ notice }: { notice: Notification }) {
  const { kind, title, body, href, createdAt, read } = notice;
  return (
    <li className={href ? 'notice-row hover:bg-hover' : 'notice-row'}>
      <NoticeIcon kind={kind} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
          <h2 className="flex min-w-0 flex-wrap items-center gap-2 text-lg! leading-snug!">
            {href ? (
              <Link to={href} className="notice-link">
                {title}
              </Link>
            ) : (
              <span>{title}</span>
            )}
            {read ? null : <Chip tone="accent">New</Chip>}
          </h2>
          <span className="text-sm text-faint">
            <RelativeTime at={createdAt} />
          </span>
        </div>
        <p className="mt-0.5 max-w-text text-muted">{body}</p>
      </div>
    </li>
  );
}

function Notices({ notices, unread }: { notices: readonly Notification[]; unread: number }) {
  // The list on screen keeps its “New” chips for this visit.
  useEffect(() => markNoticesRead(notices, unread), [notices, unread]);
  return (
    <ul className="card overflow-hidden divide-y divide-line">
      {notices.map((notice) => (
        <Notice key={notice.id} notice={notice} />
      ))}
    </ul>
  );
}

/** The user's latest notices. */
export function NoticeList() {
  return (
    <Loaded
      of={useData(myNotices)}
      loading={
        <div className="card divide-y divide-line">
          <SkeletonList count={5}>
            <RowSkeleton className="notice-row" avatar="size-10" lines={['h-5 w-52 max-w-full', 'h-5 w-4/5']} />
          </SkeletonList>
        </div>
      }
      failed="We couldn’t load your notifications"
      empty={({ notifications }) =>
        notifications.length === 0 && (
          <div className="card">
            <EmptyState
              title="No notifications yet"
              actions={
                <LinkButton to={paths.feed} variant="primary">
                  Browse pools
                </LinkButton>
              }
            >
              When one of your pools meets its goal, is accepted or is delivered, you’ll see it here.
            </EmptyState>
          </div>
        )
      }
    >
      {({ notifications, unreadCount }) => <Notices notices={notifications} unread={unreadCount} />}
    </Loaded>
  );
}
