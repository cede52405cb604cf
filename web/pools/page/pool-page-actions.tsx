import { EllipsisVertical, Hand, LayoutDashboard, Pencil, ShieldCheck, Star, StarOff, XCircle } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { actOnPool } from '#contract/admin/moderation.ts';
import { deliverPath, paths, requestPath, workPath } from '#contract/paths.ts';
import { getPool, listedPoolStatuses, listPools, type Pool, resolvePool } from '#contract/pools.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx';
import { navigate } from '#web/ui/navigation.ts';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';

const EditDialog = lazy(async () => ({ default: (await import('./pool-page-edit.tsx')).EditPoolDialog }));
const CancelDialog = lazy(async () => ({ default: (await import('./pool-page-cancel.tsx')).CancelPoolDialog }));
const ClaimDialog = lazy(async () => ({ default: (await import('./pool-page-claim.tsx')).ClaimPoolDialog }));

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

/** The menu of the pool's owner and of admins. */
export function PoolActions({ pool }: { pool: Pool }) {
  const user = useUser();
  const [dialog, setDialog] = useState<'edit' | 'cancel'>();
  const admin = user?.role === 'admin';
  const alone = isAlone(pool);
  const adminItems = useAdminItems(pool);
  const items: MenuItem[] = [];
  if (pool.isOwner && alone && !pool.frozen && editable.includes(pool.status)) {
    items.push({ label: 'Edit pool', icon: <Pencil aria-hidden="true" />, onSelect: () => setDialog('edit') });
  }
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
    </>
  );
}

interface Turn {
  title: string;
  action: string;
  /** The creator has to act now. */
  urgent?: boolean;
  to: (poolId: string) => string;
}

const waits = (title: string): Turn => ({ title, action: 'See it in your dashboard', to: workPath });
const over = (title: string): Turn => ({ title, action: 'Go to your dashboard', to: () => paths.dashboard });
const answer = { action: 'Answer this request', urgent: true, to: requestPath };

const creatorsTurn: Record<Pool['status'], Turn> = {
  in_review: over('This request is for you. You can answer once the pool is open.'),
  open: { title: 'This request is for you', ...answer },
  goal_met: { title: 'The goal is met. Do you accept?', ...answer },
  accepted: waits('You accepted'),
  collecting: waits('Cards are being charged'),
  shortfall: { title: 'Less was paid than you need', action: 'Decide what to do', urgent: true, to: workPath },
  in_production: { title: 'Your turn to deliver', action: 'Deliver', urgent: true, to: deliverPath },
  delivery_review: waits('Your delivery is under review'),
  delivered: waits('You delivered'),
  completed: over('You delivered, and your payout is on its way or paid'),
  expired: over('This pool did not reach its goal'),
  declined: over('You declined'),
  lapsed: over('You did not answer in time'),
  cancelled: over('This pool was cancelled'),
  refunded: over('This pool ended, and everyone who paid is refunded'),
  removed: over('This pool was removed'),
};

/** In the pledge box of the assigned creator: a link to the pool on their dashboard. */
export function CreatorPrompt({ pool }: { pool: Pool }) {
  const { title, action, urgent, to } = creatorsTurn[pool.status];
  return (
    <div className="flex flex-col gap-3 rounded-lg bg-paid-wash p-4">
      <b>{title}</b>
      <LinkButton
        to={to(pool.id)}
        variant={urgent ? 'primary' : 'quiet'}
        icon={<LayoutDashboard aria-hidden="true" />}
        wide
      >
        {action}
      </LinkButton>
    </div>
  );
}

/** In the pledge box of a creator who may claim a pool that has no assigned creator. */
export function ClaimPrompt({ pool, claim }: { pool: Pool; claim: NonNullable<Pool['claim']> }) {
  const [asking, setAsking] = useState(false);
  if (claim === 'pending') {
    return (
      <div role="status" className="rounded-lg bg-paid-wash p-4">
        <b>Your claim is under review</b>
        <p className="text-muted">We’ll notify you of the decision.</p>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3 rounded-lg bg-paid-wash p-4">
      <div>
        <b>Will you make this?</b>
        <p className="text-muted">No creator has taken this pool on yet.</p>
      </div>
      <Button icon={<Hand aria-hidden="true" />} wide onClick={() => setAsking(true)}>
        Claim this pool
      </Button>
      <Suspense>{asking ? <ClaimDialog pool={pool} onClose={() => setAsking(false)} /> : null}</Suspense>
    </div>
  );
}
