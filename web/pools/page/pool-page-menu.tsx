import { EllipsisVertical, Pencil, ShieldCheck, Star, StarOff, XCircle } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { actOnPool } from '#contract/admin/moderation.ts';
import { paths } from '#contract/paths.ts';
import { getPool, listedPoolStatuses, listPools, type Pool, resolvePool } from '#contract/pools.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { useReport } from '#web/safety/use-report.tsx';
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx';
import { navigate } from '#web/ui/navigation.ts';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';

const EditDialog = lazy(async () => ({ default: (await import('./pool-page-edit.tsx')).EditPoolDialog }));
const CancelDialog = lazy(async () => ({ default: (await import('./pool-page-cancel.tsx')).CancelPoolDialog }));

const cancellable = ['in_review', 'open', 'goal_met', 'accepted'];
const editable = ['in_review', 'open', 'goal_met'];

/** Whether no one but the owner has pledged. Other fans pledged for the text they read, so the owner cannot change or cancel it. */
function isAlone({ fanCount, myPledge }: Pool): boolean {
  const mine = myPledge && ['pledged', 'charging', 'notified', 'paid'].includes(myPledge.status) ? 1 : 0;
  return fanCount - mine <= 0;
}

/** The admin's menu items. Highlighting works at once; freezing and removing open the admin page, which asks for a reason. */
function useAdminItems(pool: Pool): MenuItem[] {
  const refresh = useRefresh();
  const highlight = async () => {
    try {
      const action = pool.isHighlighted ? 'unhighlight' : 'highlight';
      await call(actOnPool, { params: { id: pool.id }, body: { action } });
      await refresh(getPool, resolvePool, listPools);
      toast({ title: pool.isHighlighted ? 'No longer highlighted' : 'Highlighted', description: pool.title });
    } catch (error) {
      toastError(error);
    }
  };
  const items: MenuItem[] = [];
  if (pool.isHighlighted) {
    items.push({ label: 'Unhighlight', icon: <StarOff aria-hidden="true" />, onSelect: () => void highlight() });
  } else if (listedPoolStatuses.includes(pool.status)) {
    items.push({ label: 'Highlight', icon: <Star aria-hidden="true" />, onSelect: () => void highlight() });
  }
  const target = `${paths.adminPools}?search=${encodeURIComponent(pool.title)}`;
  items.push({
    label: pool.frozen ? 'Unfreeze, remove…' : 'Freeze, remove…',
    icon: <ShieldCheck aria-hidden="true" />,
    onSelect: () => navigate(target),
  });
  return items;
}

/** The menu of a pool: what its owner, admins and everyone else can do with it. */
export function PoolMenu({ pool }: { pool: Pool }) {
  const user = useUser();
  const [dialog, setDialog] = useState<'edit' | 'cancel'>();
  const admin = user?.role === 'admin';
  const alone = isAlone(pool);
  const adminItems = useAdminItems(pool);
  const report = useReport({ kind: 'pool', id: pool.id, what: 'this pool' });
  const items: MenuItem[] = [];
  if (pool.isOwner && alone && !pool.frozen && editable.includes(pool.status)) {
    items.push({ label: 'Edit pool', icon: <Pencil aria-hidden="true" />, onSelect: () => setDialog('edit') });
  }
  if (!pool.isOwner) items.push(report.item);
  if (admin) items.push(...adminItems);
  if (((pool.isOwner && alone) || admin) && !pool.frozen && cancellable.includes(pool.status)) {
    const icon = <XCircle aria-hidden="true" />;
    items.push({ label: 'Cancel pool', icon, danger: true, onSelect: () => setDialog('cancel') });
  }
  if (items.length === 0) return null;
  const close = () => setDialog(undefined);
  return (
    <>
      <DropdownMenu
        triggerClass="icon-btn shadow-ring"
        trigger={<EllipsisVertical aria-hidden="true" />}
        label="More for this pool"
        items={items}
        align="end"
      />
      <Suspense>
        {dialog === 'edit' ? <EditDialog pool={pool} onClose={close} /> : null}
        {dialog === 'cancel' ? <CancelDialog pool={pool} onClose={close} /> : null}
      </Suspense>
      {report.dialog}
    </>
  );
}
