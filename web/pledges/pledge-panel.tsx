import type { ReactNode } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import type { Pool } from '#contract/pools/pools.ts';

export interface MineProps {
  pledge: PledgeView;
  pool: Pool;
  /** The creator's name; null if the pool asks any creator. */
  who: Text | null;
}

/** The box with the fan's current pledge. */
export function Panel({
  icon,
  title,
  tone,
  children,
}: {
  icon: ReactNode;
  title: Text;
  tone: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={t`Your pledge`} className={`rounded-lg p-4 ${tone}`}>
      <h2 className="flex items-center gap-2 text-lg">
        {icon}
        <span>{title}</span>
      </h2>
      <div className="mt-1.5 flex flex-col gap-3 text-base text-muted">{children}</div>
    </section>
  );
}

export const washes = { accent: 'bg-accent-wash', paid: 'bg-paid-wash', danger: 'bg-danger-wash', plain: 'bg-sunken' };
