import {
  BadgeCheck,
  ChevronRight,
  CircleCheck,
  Copyright,
  Flag,
  Hand,
  Hourglass,
  PackageCheck,
  RotateCcw,
  ShieldQuestion,
  Snowflake,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { AdminCounts } from '#contract/admin/moderation.ts';
import type { AdminMoney } from '#contract/admin/money.ts';
import { getAdminMoney } from '#contract/calls/admin.ts';
import { plural, type Text, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { CoverLink } from '#web/admin-table/cover-link.tsx';
import { adminCountsQuery, cappedCount } from '#web/data/admin-counts.ts';
import { optional, query, useData } from '#web/data/query.ts';

interface Decision {
  to: string;
  icon: ReactNode;
  waiting: (counts: AdminCounts) => number;
  /** Names the waiting entries. `shownCount` is their number as text, which may end in a plus sign. */
  text: (waiting: number, shownCount: string) => Text;
}

const decisions: readonly Decision[] = [
  {
    to: paths.adminReports,
    icon: <Flag aria-hidden="true" />,
    waiting: ({ reports }) => reports.open,
    text: (reports, shownCount) =>
      t`${{ shownCount }} ${plural({ reports }, { one: 'open report or objection', other: 'open reports and objections' })}`,
  },
  {
    to: paths.adminContentClaims,
    icon: <PackageCheck aria-hidden="true" />,
    waiting: ({ contentClaims }) => contentClaims.pending,
    text: (deliveries, shownCount) =>
      t`${{ shownCount }} ${plural({ deliveries }, { one: 'delivery to review', other: 'deliveries to review' })}`,
  },
  {
    to: paths.adminTakedowns,
    icon: <Copyright aria-hidden="true" />,
    waiting: ({ takedowns }) => takedowns.open,
    text: (notices, shownCount) =>
      t`${{ shownCount }} ${plural({ notices }, { one: 'copyright notice', other: 'copyright notices' })}`,
  },
  {
    to: `${paths.adminPools}?status=in_review`,
    icon: <ShieldQuestion aria-hidden="true" />,
    waiting: ({ pools }) => pools.in_review,
    text: (pools, shownCount) =>
      t`${{ shownCount }} ${plural({ pools }, { one: 'pool to review', other: 'pools to review' })}`,
  },
  {
    to: `${paths.adminPools}?status=frozen`,
    icon: <Snowflake aria-hidden="true" />,
    waiting: ({ pools }) => pools.frozen,
    text: (pools, shownCount) =>
      t`${{ shownCount }} ${plural({ pools }, { one: 'frozen pool', other: 'frozen pools' })}`,
  },
  {
    to: paths.adminClaims,
    icon: <Hand aria-hidden="true" />,
    waiting: ({ claims }) => claims.pending,
    text: (claims, shownCount) =>
      t`${{ shownCount }} ${plural({ claims }, { one: 'pool or profile claim', other: 'pool or profile claims' })}`,
  },
  {
    to: paths.adminVerifications,
    icon: <BadgeCheck aria-hidden="true" />,
    waiting: ({ verifications }) => verifications.pending,
    text: (applications, shownCount) =>
      t`${{ shownCount }} ${plural({ applications }, { one: 'creator application', other: 'creator applications' })}`,
  },
  {
    to: paths.adminApprovals,
    icon: <Users aria-hidden="true" />,
    waiting: ({ approvals }) => approvals.waiting,
    text: (requests, shownCount) =>
      t`${{ shownCount }} ${plural({ requests }, { one: 'request for a second admin', other: 'requests for a second admin' })}`,
  },
  {
    to: `${paths.adminHealth}#jobs`,
    icon: <RotateCcw aria-hidden="true" />,
    waiting: ({ jobs }) => jobs.failed,
    text: (jobs, shownCount) => t`${{ shownCount }} ${plural({ jobs }, { one: 'failed job', other: 'failed jobs' })}`,
  },
];

const moneyQuery = optional(query(getAdminMoney));

const moneyNotices = ({ urgentCount, warningCount, unbookedCount }: AdminMoney) =>
  urgentCount + warningCount + unbookedCount;

type Certainty = 'loading' | 'failed' | 'certain';

/** In place of an empty list. Claims that nothing waits only if all counts are there. */
function NoDecisions({ certainty }: { certainty: Certainty }) {
  const texts: Record<Certainty, Text> = {
    loading: t`Checking what needs a decision…`,
    failed: t`We couldn’t load everything that may need a decision. Reload the page to try again.`,
    certain: t`Nothing needs a decision.`,
  };
  return (
    <p className="notice mb-8" data-tone={certainty === 'certain' ? 'paid' : undefined} role="status">
      {certainty === 'certain' ? <CircleCheck aria-hidden="true" /> : <Hourglass aria-hidden="true" />}
      <span>{texts[certainty]}</span>
    </p>
  );
}

/**
 * The lists in which an admin has to decide something, with the number of entries. Payouts, disputes and pools that wait for an admin have
 * separate notices above.
 */
export function Decisions() {
  const counts = useData(adminCountsQuery);
  const money = useData(moneyQuery);
  const waiting = decisions
    .map((decision) => ({ ...decision, n: counts.data ? decision.waiting(counts.data) : 0 }))
    .filter(({ n }) => n > 0);
  if (waiting.length === 0) {
    const reads = [counts, money];
    if (money.data && moneyNotices(money.data) > 0) return null;
    if (reads.some(({ data, error }) => !data && error)) return <NoDecisions certainty="failed" />;
    return <NoDecisions certainty={reads.every(({ data }) => data) ? 'certain' : 'loading'} />;
  }
  return (
    <section aria-labelledby="decisions" className="mb-8">
      <h2 id="decisions" className="mb-4">{t`Needs a decision`}</h2>
      <ul className="card divide-y divide-line overflow-hidden">
        {waiting.map(({ to, icon, text, n }) => (
          <li key={to} className="relative flex min-h-13 items-center gap-4 px-5 py-2.5 hover:bg-hover">
            <span className="contents text-accent-text *:size-5">{icon}</span>
            <CoverLink to={to} className="font-semibold">
              {text(n, cappedCount(n))}
            </CoverLink>
            <ChevronRight aria-hidden="true" className="ms-auto size-5 text-faint" />
          </li>
        ))}
      </ul>
    </section>
  );
}
