import { CheckCheck } from 'lucide-react';
import { useRef } from 'react';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import type { NotificationTopic } from '#contract/notification-topics.ts';
import type { Notification } from '#contract/notifications.ts';
import { paths } from '#contract/paths.ts';
import { useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { ChoiceLinks } from '#web/ui/choice-links.tsx';
import { EmptyState, Loaded, RowSkeleton, SkeletonList } from '#web/ui/loading-states.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { groupNotices } from './notice-groups.ts';
import { type NoticeView, noticesHref, noticesOf, topicFiltersOf, useMarkRead } from './notice-queries.ts';
import { NoticeGroupRow, NoticeRow, noticeRow } from './notice-row.tsx';

const filterNames: Record<NotificationTopic, Message> = {
  account: msg({ message: 'Account', context: 'shows only notifications of this kind' }),
  payments: msg`Payments`,
  legal: msg({ message: 'Legal', context: 'shows only notifications of this kind' }),
  pools: msg`Pools`,
  updates: msg`Updates`,
  following: msg({ message: 'Following', context: 'shows only notifications of this kind' }),
  comments: msg`Comments`,
  chat: msg`Chats`,
  creator: msg({ message: 'Creator', context: 'shows only notifications of this kind' }),
  requests: msg`New requests`,
  first_pledges: msg`First pledges`,
  milestones: msg({ message: 'Progress', context: 'shows only notifications of this kind' }),
  backers: msg`New backers`,
  admin: msg({ message: 'Admin', context: 'shows only notifications of this kind' }),
};

/** Remembers the notices that were unread at some time during this visit. */
function useNewOnes(notices: readonly Notification[]): (notice: Notification) => boolean {
  const seen = useRef(new Set<string>());
  for (const { id, read } of notices) if (!read) seen.current.add(id);
  return ({ id }) => seen.current.has(id);
}

function Notices({ notices }: { notices: readonly Notification[] }) {
  const isNew = useNewOnes(notices);
  const markRead = useMarkRead();
  return (
    <ul className="card divide-y divide-line overflow-hidden">
      {groupNotices(notices, isNew).map((group) =>
        group.all.length > 1 ? (
          // The oldest notice, so that the row stays open when a newer one joins the group.
          <NoticeGroupRow key={group.all.at(-1)?.id} group={group} onRead={markRead} />
        ) : (
          <NoticeRow key={group.newest.id} notice={group.newest} onRead={markRead} />
        ),
      )}
    </ul>
  );
}

function NoNotices({ view: { show }, totalCount }: { view: NoticeView; totalCount: number }) {
  if (totalCount > 0) {
    return (
      <EmptyState
        title={t`No notifications on this page`}
        actions={<LinkButton to={noticesHref({ show })} variant="primary">{t`Back to the first page`}</LinkButton>}
      />
    );
  }
  if (show === 'unread') {
    return (
      <EmptyState
        title={t`You’re all caught up`}
        actions={<LinkButton to={paths.notifications}>{t`Show all`}</LinkButton>}
      >{t`New notifications stay here until you open them or mark them as read.`}</EmptyState>
    );
  }
  if (show) {
    return (
      <EmptyState
        title={t`No notifications of this kind yet`}
        actions={<LinkButton to={paths.notifications}>{t`Show all`}</LinkButton>}
      />
    );
  }
  return (
    <EmptyState
      title={t`No notifications yet`}
      actions={<LinkButton to={paths.feed} variant="primary">{t`Browse pools`}</LinkButton>}
    >{t`When one of your pools meets its goal, is accepted or is delivered, you’ll see it here.`}</EmptyState>
  );
}

function Filters({ view: { show }, unread }: { view: NoticeView; unread: number }) {
  const role = useUser()?.role ?? 'user';
  const markRead = useMarkRead();
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4">
      <ChoiceLinks
        label={t`Notifications by kind`}
        choices={[
          { to: noticesHref({}), label: t({ message: 'All', context: 'notifications of all kinds' }), current: !show },
          {
            to: noticesHref({ show: 'unread' }),
            label: t`Unread`,
            ...(unread > 0 ? { count: unread } : {}),
            current: show === 'unread',
          },
          ...topicFiltersOf(role).map((topic) => ({
            to: noticesHref({ show: topic }),
            label: textOf(filterNames[topic]),
            current: topic === show,
          })),
        ]}
      />
      {unread > 0 ? (
        <Button
          className="ms-auto -me-2 mb-3"
          variant="ghost"
          icon={<CheckCheck aria-hidden="true" />}
          onClick={() => markRead()}
        >{t`Mark all as read`}</Button>
      ) : null}
    </div>
  );
}

function Loading() {
  return (
    <div className="card divide-y divide-line overflow-hidden">
      <SkeletonList count={6}>
        <RowSkeleton className={noticeRow({})} avatar="size-12" lines={['h-5 w-52 max-w-full', 'h-5 w-4/5']} />
      </SkeletonList>
    </div>
  );
}

/** The user's notices, newest first, with filters and pages. */
export function NoticeList({ view }: { view: NoticeView }) {
  const notices = useData(noticesOf(view), { keepPrevious: true });
  return (
    <>
      <Filters view={view} unread={notices.data?.unreadCount ?? 0} />
      <Loaded of={notices} loading={<Loading />} failed={t`We couldn’t load your notifications`}>
        {({ notifications, pagination }) => (
          <>
            {notifications.length > 0 ? (
              <Notices notices={notifications} />
            ) : (
              <div className="card">
                <NoNotices view={view} totalCount={pagination?.totalCount ?? 0} />
              </div>
            )}
            {pagination ? (
              <Pagination {...pagination} hrefOf={(page) => noticesHref({ show: view.show, page })} />
            ) : null}
          </>
        )}
      </Loaded>
    </>
  );
}
