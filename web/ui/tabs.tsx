import type { ReactNode } from 'react';
import type { Text } from '#contract/language/text.ts';
import type { Words } from '#web/ui/rich-text.tsx';
import { Link } from './link.tsx';

interface LinkTabsProps {
  tabs: readonly { to: string; label: Words; count?: number | string; current: boolean }[];
  label: Text;
  /** Runs when the pointer or the focus reaches a tab, for example to load code that the tab needs. */
  onApproach?: () => void;
  /** Links after the tabs. */
  children?: ReactNode;
}

/** Tabs with their own URLs. */
export function LinkTabs({ tabs, label, onApproach, children }: LinkTabsProps) {
  return (
    <nav className="flex gap-5 overflow-x-auto border-b border-line [scrollbar-width:none]" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          keepScroll
          className="tab"
          aria-current={tab.current ? 'page' : undefined}
          onPointerOver={onApproach}
          onFocus={onApproach}
        >
          {tab.label}
          {tab.count === undefined ? null : (
            <span className="ms-0.5 font-semibold text-faint tabular-nums">{`\u00a0${tab.count}`}</span>
          )}
        </Link>
      ))}
      {children}
    </nav>
  );
}
