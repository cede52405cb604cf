import { msg } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { settingsQuery } from '#web/admin-table/setting-notes.tsx';
import { MoneyAttention, MoneyOverview, moneyOverviewQueries } from '#web/bookkeeping/money-overview.tsx';
import { definePage } from '#web/data/page.ts';
import { SetupOnDashboard } from '#web/health/setup-checklist.tsx';
import { setupQuery } from '#web/health/setup-query.ts';
import { Overview, overviewQueries } from '#web/moderation/overview.tsx';

export const page = definePage({
  title: msg`Admin dashboard`,
  description: msg`Applications, claims, deliveries, objections and pools waiting for a decision, and money.`,
  canonical: paths.admin,
  noindex: true,
  queries: () => [setupQuery, settingsQuery, ...overviewQueries, ...moneyOverviewQueries],
});

export function Component() {
  return (
    <Overview urgent={<MoneyAttention />} setup={<SetupOnDashboard />}>
      <MoneyOverview />
    </Overview>
  );
}
