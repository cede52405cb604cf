import type { ReactNode } from 'react';
import { useLocation } from '#web/data/location.tsx';
import { Link } from '#web/ui/link.tsx';

interface NavEntryProps {
  to: string;
  icon?: ReactNode;
  /** The paths on which the entry is marked as current. By default only `to`. */
  activeOn?: readonly string[];
  /** Paths that mark the entry together with all paths below them. */
  within?: readonly string[];
  /** In the tab bar. */
  tab?: boolean;
  badge?: ReactNode;
  onClick?: () => void;
  children: ReactNode;
}

/** One link of the menu or the tab bar. */
export function NavEntry({ to, icon, activeOn = [to], within = [], tab, badge, onClick, children }: NavEntryProps) {
  const { pathname } = useLocation();
  const isCurrent = activeOn.includes(pathname) || within.some((path) => `${pathname}/`.startsWith(`${path}/`));
  const current = isCurrent ? 'page' : undefined;
  return (
    <Link to={to} className={tab ? 'tab-bar-item' : 'nav-item'} aria-current={current} onClick={onClick}>
      {icon}
      <span className="contents">{children}</span>
      {badge}
    </Link>
  );
}
