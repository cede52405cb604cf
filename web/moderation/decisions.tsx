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
import { paths } from '#contract/paths.ts';
import { CoverLink } from '#web/admin-table/cover-link.tsx';
import { adminCountsQuery, cappedCount } from '#web/data/admin-counts.ts';
import { optional, query, useData } from '#web/data/query.ts';

interface Decision {
  to: string;
  icon: ReactNode;
  one: string;
  /** Default: `one` with an s. */
  many?: string;
  waiting: (counts: AdminCounts) => number;
}

const decisions: readonly Decision[] = [
  {
    to: paths.adminReports,
    icon: <Flag aria-hidden="true" />,
    one: 'open report or objection',
    many: 'open reports and objections',
    waiting: ({ reports }) => reports.open,
  },
  {
    to: paths.adminContentClaims,
    icon: <PackageCheck aria-hidden="true" />,
    one: 'delivery to review',
    many: 'deliveries to review',
    waiting: ({ contentClaims }) => contentClaims.pending,
  },
  {
    to: paths.adminTakedowns,
    icon: <Copyright aria-hidden="true" />,
    one: 'copyright notice',
    waiting: ({ takedowns }) => takedowns.open,
  },
  {
    to: `${paths.adminPools}?status=in_review`,
    icon: <ShieldQuestion aria-hidden="true" />,
    one: 'pool to review',
    many: 'pools to review',
    waiting: ({ pools }) => pools.in_review,
  },
  {
    to: `${paths.adminPools}?status=frozen`,
    icon: <Snowflake aria-hidden="true" />,
    one: 'frozen pool',
    waiting: ({ pools }) => pools.frozen,
  },
  {
    to: paths.adminClaims,
    icon: <Hand aria-hidden="true" />,
    one: 'pool or profile claim',
    waiting: ({ claims }) => claims.pending,
  },
  {
    to: paths.adminVerifications,
    icon: <BadgeCheck aria-hidden="true" />,
    one: 'creator application',
    waiting: ({ verifications }) => verifications.pending,
  },
  {
    to: paths.adminApprovals,
    icon: <Users aria-hidden="true" />,
    one: 'request for a second admin',
    many: 'requests for a second admin',
    waiting: ({ approvals }) => approvals.waiting,
  },
  {
    to: `${paths.adminHealth}#jobs`,
    icon: <RotateCcw aria-hidden="true" />,
    one: 'failed job',
    waiting: ({ jobs }) => jobs.failed,
  },
];

const moneyQuery = optional(query(getAdminMoney));

const moneyNotices = ({ urgentCount, warningCount, unbookedCount }: AdminMoney) =>
  urgentCount + warningCount + unbookedCount;

type Certainty = 'loading' | 'failed' | 'certain';

/** In place of an empty list. Claims that nothing waits only if all counts are there. */
function NoDecisions({ certainty }: { certainty: Certainty }) {
  const texts: Record<Certainty, string> = {
    loading: 'Checking what needs a decision…',
    failed: 'We couldn’t load everything that may need a decision. Reload the page to try again.',
    certain: 'Nothing needs a decision.',
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
      <h2 id="decisions" className="mb-4">
        Needs a decision
      </h2>
      <ul className="card divide-y divide-line overflow-hidden">
        {waiting.map(({ to, icon, one, many = `${one}s`, n }) => (
          <li key={to} className="relative flex min-h-13 items-center gap-4 px-5 py-2.5 hover:bg-hover">
            <span className="contents text-accent-text *:size-5">{icon}</span>
            <CoverLink to={to} className="font-semibold">{`${cappedCount(n)} ${n === 1 ? one : many}`}</CoverLink>
            <ChevronRight aria-hidden="true" className="ms-auto size-5 text-faint" />
          </li>
        ))}
      </ul>
    </section>
  );
}
