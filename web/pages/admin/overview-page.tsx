import { paths } from '#contract/paths.ts';
import { MoneyAttention, MoneyOverview, moneyOverviewQueries } from '#web/bookkeeping/money-overview.tsx';
import { definePage } from '#web/data/page.ts';
import { Overview, overviewQueries } from '#web/moderation/overview.tsx';

export const page = definePage({
  title: 'Admin dashboard',
  description: 'Applications, claims, deliveries, objections and pools waiting for a decision, and money.',
  canonical: paths.admin,
  noindex: true,
  queries: () => [...overviewQueries, ...moneyOverviewQueries],
});

export function Component() {
  return (
    <Overview urgent={<MoneyAttention />}>
      <MoneyOverview />
    </Overview>
  );
}
