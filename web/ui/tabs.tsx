import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Link } from './link.tsx';

export interface Tab {
  key: string;
  label: ReactNode;
  /** A count beside the label. */
  count?: number;
  content: () => ReactNode;
}

/** Tabs over panels on one page. Arrow keys move, Home and End jump. */
export function Tabs({ tabs, label, initial }: { tabs: readonly Tab[]; label: string; initial?: string }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(initial ?? tabs[0]?.key);
  const current = tabs.find((tab) => tab.key === chosen) ?? tabs[0];
  const move = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.key === current?.key);
    const targets: Record<string, number> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = (target + tabs.length) % tabs.length;
    setChosen(tabs[next]?.key);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  if (!current) return null;
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            className="tab"
            id={`${id}-${tab.key}`}
            aria-controls={`${id}-panel`}
            aria-selected={tab === current}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => setChosen(tab.key)}
          >
            {tab.label}
            {tab.count === undefined ? null : <span className="tab-count">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current.key}`} className="pt-5">
        {current.content()}
      </div>
    </>
  );
}

/** Tabs that are pages of their own. */
export function LinkTabs({
  tabs,
  label,
}: {
  tabs: readonly { to: string; label: ReactNode; count?: number; current: boolean }[];
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
