import { t } from '#contract/language/text.ts';
import { useData } from '#web/data/query.ts';
import { EmptyState, Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { type Dashboard, monthlyEarnings } from './dashboard-data.ts';
import { PayoutList } from './dashboard-history.tsx';
import { EarningsCharts } from './earnings-charts.tsx';
import { EarningsTiles } from './earnings-tiles.tsx';
import { DebtNotice, PayoutAccount, PayoutAccountLine } from './payout-account.tsx';
import { Statement } from './statement.tsx';

interface EarningsViewProps {
  dashboard: Dashboard;
  /** The month of the statement as in the URL; the latest one by default. */
  month: string | null;
  /** The page of payouts. */
  page: number;
}

/** The creator's money: totals, charts by month, the statement of a month, and payouts. */
export function EarningsView({ dashboard, month, page }: EarningsViewProps) {
  const earnings = useData(monthlyEarnings);
  return (
    <>
      <PayoutAccount dashboard={dashboard} />
      <DebtNotice debtCents={dashboard.earnings.debtCents} />
      <div className="print:hidden">
        <EarningsTiles earnings={dashboard.earnings} />
        {[dashboard.payoutAccount, ...dashboard.otherPayoutAccounts].map((account) => (
          <PayoutAccountLine key={account.processor} account={account} />
        ))}
      </div>
      <Loaded
        of={earnings}
        loading={<Skeleton className="mt-10 h-80 rounded-xl" />}
        failed={t`We couldn’t load your earnings`}
        empty={({ months }) =>
          months.every(({ collectedCents, netCents }) => collectedCents === 0 && netCents === 0) && (
            <div className="card mt-10">
              <EmptyState
                title={t`No earnings yet`}
              >{t`Charts and monthly statements appear here after the first card is charged for one of your pools.`}</EmptyState>
            </div>
          )
        }
      >
        {({ months }) => {
          const last = months.at(-1)?.month ?? '';
          const shown = months.find((figures) => figures.month === month)?.month ?? last;
          return (
            <>
              <EarningsCharts months={months} />
              <Statement
                key={shown}
                month={shown}
                months={months.map((figures) => figures.month)}
                creator={dashboard.profile}
              />
            </>
          );
        }}
      </Loaded>
      <PayoutList page={page} />
    </>
  );
}
