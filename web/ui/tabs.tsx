import type { ReactNode } from 'react';
import { Link } from './link.tsx';

/** Tabs with their own URLs. */
export function LinkTabs({
  tabs,
  label,
}: {
  tabs: readonly { to: string; label: ReactNode; count?: number | string; current: boolean }[];
  label: string;
}) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} keepScroll className="tab" aria-current={tab.current ? 'page' : undefined}>
          {tab.label}
          {tab.count === undefined ? null : <span className="tab-count">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
