import type { ReactNode } from 'react';
import { useLocation } from '#web/data/location.tsx';
import { Link } from '#web/ui/link.tsx';

interface EntryProps {
  to: string;
  icon?: ReactNode;
  /** Paths on which the entry is marked; its own unless told. */
  activeOn?: readonly string[];
  /** Paths whose pages below them mark the entry, too. */
  within?: readonly string[];
  sub?: boolean;
  badge?: ReactNode;
  onClick?: () => void;
  children: ReactNode;
}

/** One line of the menu. */
export function Entry({ to, icon, activeOn = [to], within = [], sub, badge, onClick, children }: EntryProps) {
  const { pathname } = useLocation();
  const isHere = activeOn.includes(pathname) || within.some((path) => `${pathname}/`.startsWith(`${path}/`));
  const current = isHere ? 'page' : undefined;
  return (
    <Link to={to} className={sub ? 'nav-item nav-sub' : 'nav-item'} aria-current={current} onClick={onClick}>
      {icon}
      {children}
      {badge}
    </Link>
  );
}
