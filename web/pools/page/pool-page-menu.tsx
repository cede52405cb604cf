import { Pencil, XCircle } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { useReport } from '#web/safety/use-report.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { PoolMenuButton } from './pool-page-menu-button.tsx';

const EditDialog = lazyComponent(async () => (await import('./pool-page-edit.tsx')).EditPoolDialog, {
  browserOnly: true,
});
const CancelDialog = lazyComponent(async () => (await import('./pool-page-cancel.tsx')).CancelPoolDialog, {
  browserOnly: true,
});

/** The menu of the pool's owner and of admins. */
export function PoolMenu({ pool, adminItems = [] }: { pool: Pool; adminItems?: readonly MenuItem[] }) {
  const { can } = pool;
  const [dialog, setDialog] = useState<'edit' | 'cancel'>();
  const report = useReport({ kind: 'pool', id: pool.id });
  const items: MenuItem[] = [];
  if (can.edit) {
    items.push({ label: t`Edit pool`, icon: <Pencil aria-hidden="true" />, onSelect: () => setDialog('edit') });
  }
  if (can.report) items.push(report.item);
  items.push(...adminItems);
  if (can.cancel) {
    const icon = <XCircle aria-hidden="true" />;
    items.push({ label: t`Cancel pool`, icon, danger: true, onSelect: () => setDialog('cancel') });
  }
  const close = () => setDialog(undefined);
  return (
    <>
      <PoolMenuButton items={items} />
      {dialog === 'edit' ? <EditDialog pool={pool} onClose={close} /> : null}
      {dialog === 'cancel' ? <CancelDialog pool={pool} onClose={close} /> : null}
      {report.dialog}
    </>
  );
}
