import {
  BadgeCheck,
  ChevronRight,
  CircleCheck,
  Copyright,
  Flag,
  Hand,
  PackageCheck,
  RotateCcw,
  ShieldQuestion,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { getHealth, type Health } from '#contract/admin/health.ts';
import type { AdminCounts } from '#contract/admin/moderation.ts';
import { paths } from '#contract/paths.ts';
import { count } from '#contract/values/time.ts';
import { adminCountsQuery } from '#web/data/admin-counts.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { Link } from '#web/ui/link.tsx';

interface Decision {
  to: string;
  icon: ReactNode;
  one: string;
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
];

/** Fetched by the browser only, because the server checks the whole installation for it. */
const healthQuery = { ...optional(query(getHealth)), staleTime: 30_000 };

const failedJobs = (health: Health | undefined) => (health?.jobs ?? []).reduce((sum, { failed }) => sum + failed, 0);

function Row({ to, icon, children }: { to: string; icon: ReactNode; children: string }) {
  return (
    <li>
      {icon}
      <Link to={to}>{children}</Link>
      <ChevronRight aria-hidden="true" />
    </li>
  );
}

/** The lists in which an admin has to decide something, with the number of entries. Payouts and disputes have separate notices. */
export function Decisions() {
  const { data: counts } = useData(adminCountsQuery);
  const failed = failedJobs(useData(healthQuery).data);
  if (!counts) return null;
  const waiting = decisions.map((decision) => ({ ...decision, n: decision.waiting(counts) })).filter(({ n }) => n > 0);
  if (waiting.length + failed === 0) {
    return (
      <p className="notice" data-tone="paid" role="status">
        <CircleCheck aria-hidden="true" />
        <span>No decisions are waiting.</span>
      </p>
    );
  }
  return (
    <section aria-labelledby="decisions">
      <h2 id="decisions" className="mb-4">
        Needs a decision
      </h2>
      <ul className="card decisions">
        {waiting.map(({ to, icon, one, many, n }) => (
          <Row key={to} to={to} icon={icon}>
            {count(n, one, many)}
          </Row>
        ))}
        {failed > 0 ? (
          <Row to={paths.adminHealth} icon={<RotateCcw aria-hidden="true" />}>
            {count(failed, 'failed job')}
          </Row>
        ) : null}
      </ul>
    </section>
  );
}
