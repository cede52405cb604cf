import { Pencil, XCircle } from 'lucide-react';
import { useState } from 'react';
import type { Pool } from '#contract/pools/pools.ts';
import { useUser } from '#web/data/session.ts';
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

const cancellable = ['in_review', 'open', 'goal_met', 'accepted'];
const editable = ['in_review', 'open', 'goal_met'];

/** Whether no one but the owner has pledged. Other fans pledged for the text they read, so the owner cannot change or cancel it. */
function isAlone({ fanCount, myPledge }: Pool): boolean {
  const mine = myPledge && ['pledged', 'charging', 'notified', 'paid'].includes(myPledge.status) ? 1 : 0;
  return fanCount - mine <= 0;
}

/** The menu of the pool's owner and of admins. */
export function PoolMenu({ pool, adminItems = [] }: { pool: Pool; adminItems?: readonly MenuItem[] }) {
  const user = useUser();
  const [dialog, setDialog] = useState<'edit' | 'cancel'>();
  const admin = user?.role === 'admin';
  const alone = isAlone(pool);
  const report = useReport({ kind: 'pool', id: pool.id, what: 'this pool' });
  const items: MenuItem[] = [];
  if (pool.isOwner && alone && !pool.frozen && editable.includes(pool.status)) {
    items.push({ label: 'Edit pool', icon: <Pencil aria-hidden="true" />, onSelect: () => setDialog('edit') });
  }
  if (!pool.isOwner) items.push(report.item);
  items.push(...adminItems);
  if (((pool.isOwner && alone) || admin) && !pool.frozen && cancellable.includes(pool.status)) {
    const icon = <XCircle aria-hidden="true" />;
    items.push({ label: 'Cancel pool', icon, danger: true, onSelect: () => setDialog('cancel') });
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
