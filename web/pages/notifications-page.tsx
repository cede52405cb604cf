import { paths } from '#contract/paths.ts';
import { NoticeList } from '#web/accounts/notice-list.tsx';
import { definePage } from '#web/data/page.ts';
import { myNotices } from '#web/data/session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export const page = definePage({
  title: 'Notifications',
  description: 'Updates on the pools you started or back, and what needs your attention.',
  canonical: paths.notifications,
  noindex: true,
  queries: ({ user }) => (user ? [myNotices] : []),
});

export function Component() {
  return (
    <>
      <PageHeader
        title="Notifications"
        lead="Your latest 50 notifications."
        actions={<LinkButton to={`${paths.settings}#notifications`}>Notification settings</LinkButton>}
      />
      <NoticeList />
    </>
  );
}
