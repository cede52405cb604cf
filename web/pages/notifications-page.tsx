import { paths } from '#contract/paths.ts';
import { NoticeList } from '#web/accounts/notice-list.tsx';
import { definePage } from '#web/data/page.ts';
import { myNotices } from '#web/data/session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export const page = definePage({
  title: 'Notifications',
  description: 'What happened to the pools you back and started, and what waits for you.',
  canonical: paths.notifications,
  noindex: true,
  queries: ({ user }) => (user ? [myNotices] : []),
});

export function Component() {
  return (
    <>
      <PageHeader
        title="Notifications"
        lead="The latest fifty."
        actions={<LinkButton to={`${paths.settings}#notifications`}>Choose what you are told</LinkButton>}
      />
      <NoticeList />
    </>
  );
}
