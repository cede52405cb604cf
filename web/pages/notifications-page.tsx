import { msg, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { NoticeList } from '#web/notices/notice-list.tsx';
import { noticesOf, noticeViewIn } from '#web/notices/notice-queries.ts';
import { DuePayments, duePledges } from '#web/pledges/payment-required.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export const page = definePage({
  title: msg`Notifications`,
  description: msg`Updates on the pools you back, follow or started, and what needs your attention.`,
  canonical: paths.notifications,
  noindex: true,
  queries: ({ url, user }) => (user ? [noticesOf(noticeViewIn(url.searchParams)), duePledges] : []),
});

export function Component() {
  return (
    <>
      <PageHeader
        title={t`Notifications`}
        actions={<LinkButton to={`${paths.settings}#notifications`}>{t`Notification settings`}</LinkButton>}
      />
      <DuePayments />
      <NoticeList view={noticeViewIn(useSearch())} />
    </>
  );
}
