import { EllipsisVertical } from 'lucide-react';
import { t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { useReport } from '#web/safety/use-report.tsx';
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';

export function PoolMenuButton({ items }: { items: readonly MenuItem[] }) {
  if (items.length === 0) return null;
  return (
    <DropdownMenu
      triggerClass="icon-btn shadow-ring"
      trigger={<EllipsisVertical aria-hidden="true" />}
      label={t`More for this pool`}
      items={items}
      align="end"
    />
  );
}

/** The menu of people who do not manage the pool. */
export function ReportMenu({ pool }: { pool: Pool }) {
  const report = useReport({ kind: 'pool', id: pool.id });
  return (
    <>
      <PoolMenuButton items={pool.can.report ? [report.item] : []} />
      {report.dialog}
    </>
  );
}
