import { ShieldCheck } from 'lucide-react';
import type { AdminCounts } from '#contract/admin/moderation.ts';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { adminCountsQuery, useLiveAdminLists } from '#web/data/admin-counts.ts';
import { useLocation } from '#web/data/location.tsx';
import { useData } from '#web/data/query.ts';
import { NavEntry } from './nav-entry.tsx';

interface Area {
  to: string;
  label: string;
  /** The number of entries that wait for a decision. */
  waiting?: (counts: AdminCounts) => number;
}

const areas: readonly Area[] = [
  { to: paths.adminUsers, label: 'Users' },
  { to: paths.adminPools, label: 'Pools', waiting: ({ pools }) => pools.in_review },
  { to: paths.adminVerifications, label: 'Verifications', waiting: ({ verifications }) => verifications.pending },
  { to: paths.adminClaims, label: 'Pool claims', waiting: ({ claims }) => claims.pending },
  { to: paths.adminContentClaims, label: 'Content claims', waiting: ({ contentClaims }) => contentClaims.pending },
  { to: paths.adminReports, label: 'Reports', waiting: ({ reports }) => reports.open },
  { to: paths.adminTakedowns, label: 'Copyright notices', waiting: ({ takedowns }) => takedowns.open },
  { to: paths.adminRecords, label: 'Performer records' },
  { to: paths.adminChat, label: 'Chat' },
  { to: paths.adminMoney, label: 'Money' },
  { to: paths.adminMails, label: 'Emails' },
  { to: paths.adminHealth, label: 'Health' },
  { to: paths.adminAudit, label: 'Audit trail' },
];

function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="nav-count">
      {count >= limits.adminBadgeMax ? `${limits.adminBadgeMax - 1}+` : count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}

/** The areas of the admin pages, with the number of entries that wait in each. */
function Areas() {
  const { data } = useData(adminCountsQuery);
  useLiveAdminLists();
  return areas.map(({ to, label, waiting }) => (
    <NavEntry key={to} to={to} within={[to]} sub badge={waiting && data ? <Waiting count={waiting(data)} /> : null}>
      {label}
    </NavEntry>
  ));
}

/** The admin dashboard in the menu, with its areas while one of them is open. */
export function AdminEntries() {
  const { pathname } = useLocation();
  return (
    <>
      <NavEntry to={paths.admin} icon={<ShieldCheck aria-hidden="true" />}>
        Admin Dashboard
      </NavEntry>
      {`${pathname}/`.startsWith(`${paths.admin}/`) ? <Areas /> : null}
    </>
  );
}
