import { useMutation } from '@tanstack/react-query';
import { DoorOpen, EllipsisVertical, Snowflake, Star, StarOff, Sun, Trash2 } from 'lucide-react';
import type { z } from 'zod';
import { actOnPool, type adminPoolItem, listAdminPools } from '#contract/moderation.ts';
import { formatMoney } from '#contract/money.ts';
import { getPool, listPools, resolvePool } from '#contract/pools.ts';
import { count } from '#contract/time.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';

export type AdminPool = z.infer<typeof adminPoolItem>;
type Action = 'open' | 'highlight' | 'unhighlight' | 'freeze' | 'unfreeze' | 'remove';

const refresh = [listAdminPools, listPools, getPool, resolvePool];

const act = (pool: AdminPool, action: Action, reason?: string) =>
  call(actOnPool, { params: { id: pool.id }, body: { action, ...(reason ? { reason } : {}) } });

const doneWords: Partial<Record<Action, string>> = {
  highlight: 'Highlighted',
  unhighlight: 'No longer highlighted',
  unfreeze: 'Unfrozen: deadlines run again',
};

/** Actions without confirmation, because the admin can easily undo them. */
function useQuickAct(pool: AdminPool) {
  const refreshNow = useRefresh();
  const { mutate } = useMutation({
    mutationFn: (action: Action) => act(pool, action),
    onSuccess: async (_item, action) => {
      await refreshNow(...refresh);
      toast({ title: doneWords[action] ?? 'Done', description: pool.title });
    },
    onError: (error) => toastError(error),
  });
  return mutate;
}

/** Says what happens to the pool's money when an admin removes it. */
function moneyOf(pool: AdminPool): string {
  if (pool.heldCents > 0) {
    return `${formatMoney(pool.heldCents)} is held for this pool. All of it is refunded to the cards of the fans who paid.`;
  }
  if (pool.status === 'completed') return 'The creator has already been paid, so nothing is refunded.';
  if (pool.pledgedAmount > 0) {
    return `No card was charged. The pledges of ${count(pool.fanCount, 'fan')} (${formatMoney(pool.pledgedAmount)}) are released.`;
  }
  return 'No money is held for this pool, so nothing is refunded.';
}

/** Shows the admin what fans will see before the pool opens. */
function OpenDialog({ pool, onClose }: { pool: AdminPool; onClose: () => void }) {
  const { title, description, imageUrl } = pool;
  return (
    <ActionDialog
      title="Open this pool to pledges?"
      action="Open"
      variant="primary"
      run={() => act(pool, 'open')}
      refresh={refresh}
      done={{ title: 'The pool is open', description: 'Everyone who has passed the age gate can see it.' }}
      onClose={onClose}
    >
      {imageUrl ? (
        <img src={imageUrl} alt="" width={372} height={186} className="aspect-2/1 w-full rounded-lg object-cover" />
      ) : null}
      <p className="font-semibold text-ink wrap-anywhere">{title}</p>
      <p className="max-h-60 overflow-y-auto whitespace-pre-line wrap-anywhere">{description}</p>
    </ActionDialog>
  );
}

function FreezeDialog({ pool, onClose }: { pool: AdminPool; onClose: () => void }) {
  return (
    <ActionDialog
      title="Freeze this pool?"
      action="Freeze"
      reason={{ label: 'Reason', hint: 'Kept in the audit trail.' }}
      run={(reason) => act(pool, 'freeze', reason)}
      refresh={refresh}
      done={{ title: 'Frozen', description: pool.title }}
      onClose={onClose}
    >
      <p>
        “{pool.title}” stops until you unfreeze it: no pledges, charges, deliveries or payouts. Its deadlines are
        paused.
      </p>
    </ActionDialog>
  );
}

function RemoveDialog({ pool, onClose }: { pool: AdminPool; onClose: () => void }) {
  return (
    <ActionDialog
      title="Remove this pool?"
      action={pool.heldCents > 0 ? `Remove and refund ${formatMoney(pool.heldCents)}` : 'Remove'}
      reason={{ label: 'Reason', hint: 'We send this to the owner and the fans.' }}
      run={(reason) => act(pool, 'remove', reason)}
      refresh={refresh}
      done={{
        title: 'Removed',
        description: pool.heldCents > 0 ? `${formatMoney(pool.heldCents)} is being refunded.` : pool.title,
      }}
      onClose={onClose}
    >
      <p>This permanently removes “{pool.title}” for everyone except its owner, its creator and admins.</p>
      <p className="font-semibold text-ink">{moneyOf(pool)}</p>
    </ActionDialog>
  );
}

export interface PendingPoolAction {
  pool: AdminPool;
  act: 'open' | 'freeze' | 'remove';
}

/** The confirmation before an action that cannot be undone or that affects other people. */
export function PoolActionDialog({ asked, onClose }: { asked: PendingPoolAction; onClose: () => void }) {
  const Asking = { open: OpenDialog, freeze: FreezeDialog, remove: RemoveDialog }[asked.act];
  return <Asking pool={asked.pool} onClose={onClose} />;
}

/** The menu of admin actions that the pool's state allows. */
export function AdminPoolActions({ pool, onAsk }: { pool: AdminPool; onAsk: (asked: PendingPoolAction) => void }) {
  const quick = useQuickAct(pool);
  const removed = pool.status === 'removed';
  const items: MenuItem[] = [];
  if (pool.status === 'in_review') {
    const icon = <DoorOpen aria-hidden="true" />;
    items.push({ label: 'Read and open…', icon, onSelect: () => onAsk({ pool, act: 'open' }) });
  }
  if (!removed) {
    items.push(
      pool.isHighlighted
        ? { label: 'Unhighlight', icon: <StarOff aria-hidden="true" />, onSelect: () => quick('unhighlight') }
        : { label: 'Highlight', icon: <Star aria-hidden="true" />, onSelect: () => quick('highlight') },
      pool.frozen
        ? { label: 'Unfreeze', icon: <Sun aria-hidden="true" />, onSelect: () => quick('unfreeze') }
        : { label: 'Freeze…', icon: <Snowflake aria-hidden="true" />, onSelect: () => onAsk({ pool, act: 'freeze' }) },
      {
        label: 'Remove…',
        icon: <Trash2 aria-hidden="true" />,
        danger: true,
        onSelect: () => onAsk({ pool, act: 'remove' }),
      },
    );
  }
  if (items.length === 0) return null;
  return (
    <DropdownMenu
      triggerClass="icon-btn"
      trigger={<EllipsisVertical aria-hidden="true" />}
      label={`Actions for ${pool.title}`}
      items={items}
      align="end"
    />
  );
}
