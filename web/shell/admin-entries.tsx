import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AdminCounts } from '#contract/admin/moderation.ts';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { adminCountsQuery, cappedCount, useLiveAdminLists } from '#web/data/admin-counts.ts';
import { useLocation } from '#web/data/location.tsx';
import { useData } from '#web/data/query.ts';
import { forward } from '#web/ui/direction.ts';
import { Link } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { NavEntry } from './nav-entry.tsx';

interface Area {
  to: string;
  label: Message;
  /** The number of entries that wait for a decision. */
  waiting?: (counts: AdminCounts) => number;
}

/** In groups: people, pools, safety, and the site itself. */
const groups: readonly (readonly Area[])[] = [
  [{ to: paths.admin, label: msg({ message: 'Overview', context: 'an area of the admin pages' }) }],
  [
    { to: paths.adminUsers, label: msg`Users` },
    { to: paths.adminVerifications, label: msg`Verifications`, waiting: ({ verifications }) => verifications.pending },
  ],
  [
    { to: paths.adminPools, label: msg`Pools`, waiting: ({ pools }) => pools.in_review },
    { to: paths.adminClaims, label: msg`Pool claims`, waiting: ({ claims }) => claims.pending },
    { to: paths.adminContentClaims, label: msg`Content claims`, waiting: ({ contentClaims }) => contentClaims.pending },
  ],
  [
    { to: paths.adminReports, label: msg`Reports`, waiting: ({ reports }) => reports.open },
    { to: paths.adminTakedowns, label: msg`Copyright notices`, waiting: ({ takedowns }) => takedowns.open },
    { to: paths.adminRecords, label: msg`Performer records` },
    { to: paths.adminChat, label: msg`Chat` },
  ],
  [
    { to: paths.adminMoney, label: msg({ message: 'Money', context: 'an area of the admin pages' }) },
    { to: paths.adminApprovals, label: msg`Second admin`, waiting: ({ approvals }) => approvals.waiting },
    { to: paths.adminMails, label: msg`Emails` },
    { to: paths.adminHealth, label: msg({ message: 'Health', context: 'an area of the admin pages' }) },
    { to: paths.adminAudit, label: msg`Audit trail` },
  ],
];

const isWithin = (pathname: string, area: string) => `${pathname}/`.startsWith(`${area}/`);
const isCurrent = (pathname: string, area: string) =>
  area === paths.admin ? pathname === area : isWithin(pathname, area);

function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="ms-auto rounded-full bg-accent-wash px-2 text-xs font-bold text-accent-text tabular-nums">
      <RichText
        text={msg`${{ count: cappedCount(count) }} <spoken>waiting</spoken>`}
        tags={{ spoken: (text) => <span className="sr-only">{text}</span> }}
      />
    </span>
  );
}

/** How much of the area before the current one stays in view. */
const beforePx = 60;

function Areas({ pathname }: { pathname: string }) {
  const { data } = useData(adminCountsQuery);
  useLiveAdminLists();
  const list = useRef<HTMLElement>(null);
  // On a phone the areas are one line that scrolls sideways.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another area is current on every page
  useEffect(() => {
    const nav = list.current;
    const current = nav?.querySelector<HTMLElement>('[aria-current]');
    if (!nav || !current) return;
    const { offsetLeft, offsetWidth } = current;
    const left = forward() > 0 ? offsetLeft - beforePx : offsetLeft + offsetWidth + beforePx - nav.clientWidth;
    nav.scrollTo({ left });
  }, [pathname]);
  return (
    <nav
      className="admin-areas relative flex gap-x-3 gap-y-0.5 bg-sunken p-1.5 scrollbar-none max-md:-mx-4 max-md:-mt-4 max-md:mb-5 max-md:overflow-x-auto max-md:px-4 md:mb-6 md:w-fit md:max-w-full md:flex-wrap md:rounded-lg print:hidden"
      aria-label={t`Admin areas`}
      ref={list}
    >
      {groups.map((areas) => (
        <ul key={areas[0]?.to} className="flex gap-0.5 md:flex-wrap">
          {areas.map(({ to, label, waiting }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex min-h-8 items-center gap-1.5 rounded-md px-2.5 py-1 text-sm leading-[1.2] font-semibold whitespace-nowrap text-muted hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:shadow-lift pointer-coarse:min-h-11"
                aria-current={isCurrent(pathname, to) ? 'page' : undefined}
              >
                <span className="contents">{textOf(label)}</span>
                {waiting && data ? <Waiting count={waiting(data)} /> : null}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}

/** The second level of the menu: the areas of the admin pages, with the number of entries that wait in each. */
export function AdminAreas() {
  const { pathname } = useLocation();
  return isWithin(pathname, paths.admin) ? <Areas pathname={pathname} /> : null;
}

/** The admin dashboard in the menu. */
export function AdminEntry() {
  return (
    <NavEntry
      to={paths.admin}
      icon={<ShieldCheck aria-hidden="true" />}
      within={[paths.admin]}
    >{t`Admin Dashboard`}</NavEntry>
  );
}
