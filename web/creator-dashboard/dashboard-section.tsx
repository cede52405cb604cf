import type { ReactNode } from 'react';
import type { Text } from '#contract/language/text.ts';

interface DashboardSectionProps {
  id: string;
  title: Text;
  icon?: ReactNode;
  /** The number of entries, beside the title. */
  count?: number;
  /** Left out of a printed statement. */
  screenOnly?: boolean;
  children: ReactNode;
}

/** A part of the dashboard with its heading. */
export function DashboardSection({ id, title, icon, count, screenOnly, children }: DashboardSectionProps) {
  return (
    <section className={screenOnly ? 'mt-10 print:hidden' : 'mt-10'} aria-labelledby={id}>
      <h2 id={id} className="mb-4 flex items-center gap-2.5">
        {icon ? <span className="contents text-muted">{icon}</span> : null}
        <span className="contents">{title}</span>{' '}
        {count === undefined ? null : (
          <span className="font-text text-lg leading-none font-semibold tracking-normal text-muted">{count}</span>
        )}
      </h2>
      {children}
    </section>
  );
}
