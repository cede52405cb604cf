import { useMutation } from '@tanstack/react-query';
import { DoorOpen, Snowflake, Star, StarOff, Sun, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Message, msg, plural, t, textOf, verbatim } from '#contract/language/text.ts';
import { formatMoney } from '#contract/values/money.ts';
import { asAppError } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { Checkbox } from '#web/ui/forms/field.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { type AdminPool, actOn, isPossible, moneyOf, type PoolAction, poolReads } from './pool-plan.ts';

const doneTitles: Partial<Record<PoolAction, Message>> = {
  highlight: msg`Highlighted`,
  unhighlight: msg`No longer highlighted`,
  unfreeze: msg`Unfrozen. Deadlines are running again.`,
};

/** Actions without confirmation, because the admin can easily undo them. */
function useQuickAct(): (pool: AdminPool, action: PoolAction) => void {
  const refreshNow = useRefresh();
  const { mutate } = useMutation({
    mutationFn: ({ pool, action }: { pool: AdminPool; action: PoolAction }) => actOn(pool, action),
    onSuccess: async (_item, { pool, action }) => {
      await refreshNow(...poolReads);
      toast({
        title: textOf(doneTitles[action] ?? msg({ message: 'Done', context: 'the state of an action or a payment' })),
        description: verbatim(pool.title),
      });
    },
    onError: (error) => {
      toastError(error);
      if (asAppError(error).status === 409) void refreshNow(...poolReads);
    },
  });
  return (pool, action) => mutate({ pool, action });
}

/** Shows the admin what fans will see before the pool opens. */
function OpenDialog({ pool, onClose }: { pool: AdminPool; onClose: () => void }) {
  const { title, description, imageUrl } = pool;
  return (
    <ActionDialog
      title={t`Open this pool to pledges?`}
      action={t({ message: 'Open', context: 'an action: lets a pool take pledges' })}
      variant="primary"
      run={() => actOn(pool, 'open')}
      refresh={poolReads}
      done={{ title: t`The pool is open`, description: t`Everyone who has passed the age gate can see it.` }}
      onClose={onClose}
    >
      {imageUrl ? (
        <img src={imageUrl} alt="" width={372} height={186} className="aspect-2/1 w-full rounded-lg object-cover" />
      ) : null}
      <p className="font-semibold text-ink wrap-anywhere" dir="auto">
        {title}
      </p>
      <p className="max-h-60 overflow-y-auto text-start whitespace-pre-line wrap-anywhere" dir="auto">
        {description}
      </p>
    </ActionDialog>
  );
}

function FreezeDialog({ pool, onClose }: { pool: AdminPool; onClose: () => void }) {
  return (
    <ActionDialog
      title={t`Freeze this pool?`}
      action={t`Freeze`}
      reason={{ label: t`Reason`, hint: t`Recorded in the audit trail.` }}
      run={(reason) => actOn(pool, 'freeze', { reason })}
      refresh={poolReads}
      done={{ title: t`Frozen`, description: verbatim(pool.title) }}
      onClose={onClose}
    >
      <p>{t`“${{ title: pool.title }}” stops until you unfreeze it: no pledges, charges, deliveries or payouts. Its deadlines are paused, and open payment pages close.`}</p>
      <p>{t`You can still remove it or refund payments. If it stays frozen, we’ll remind all admins, and then refund everyone.`}</p>
    </ActionDialog>
  );
}

/** Whether the fans who paid for a completed pool keep its delivery. The creator keeps the payout in both cases. */
function DeliveryChoice({
  pool,
  keeps,
  onChange,
}: {
  pool: AdminPool;
  keeps: boolean;
  onChange: (keeps: boolean) => void;
}) {
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{t`The delivery`}</legend>
      <Checkbox
        type="radio"
        name="delivery"
        label={t`Fans who paid keep the delivery`}
        note={t`${plural({ fans: pool.fanCount }, { one: '# fan', other: '# fans' })} can still open it.`}
        checked={keeps}
        onChange={() => onChange(true)}
      />
      <Checkbox
        type="radio"
        name="delivery"
        label={t`Take the delivery away`}
        note={t`Only admins can open it then. To give fans their money back, refund their payments under Money.`}
        checked={!keeps}
        onChange={() => onChange(false)}
      />
    </fieldset>
  );
}

function RemoveDialog({ pool, onClose }: { pool: AdminPool; onClose: () => void }) {
  const [keeps, setKeeps] = useState(true);
  const hasDelivery = pool.status === 'completed';
  return (
    <ActionDialog
      title={t`Remove this pool?`}
      action={pool.heldCents > 0 ? t`Remove and refund ${{ amount: formatMoney(pool.heldCents) }}` : t`Remove`}
      reason={{ label: t`Reason`, hint: t`We’ll send this to the owner and the fans.` }}
      run={(reason) => actOn(pool, 'remove', { reason, keepsDelivery: hasDelivery && keeps })}
      refresh={poolReads}
      done={{
        title: t`Removed`,
        description:
          pool.heldCents > 0 ? t`${{ amount: formatMoney(pool.heldCents) }} is being refunded.` : verbatim(pool.title),
      }}
      onClose={onClose}
    >
      <p>{t`This permanently removes “${{ title: pool.title }}” for everyone except its owner, its creator and admins.`}</p>
      <p className="font-semibold text-ink">{moneyOf(pool)}</p>
      {hasDelivery ? <DeliveryChoice pool={pool} keeps={keeps} onChange={setKeeps} /> : null}
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

/** The admin actions that the pool's state allows, as menu items. */
export function usePoolMenu(onAsk: (asked: PendingPoolAction) => void): (pool: AdminPool) => MenuItem[] {
  const quick = useQuickAct();
  return (pool) => {
    const ask = (act: PendingPoolAction['act']) => () => onAsk({ pool, act });
    const all: readonly (MenuItem & { action: PoolAction })[] = [
      { action: 'open', label: t`Review and open…`, icon: <DoorOpen aria-hidden="true" />, onSelect: ask('open') },
      {
        action: 'highlight',
        label: t`Highlight`,
        icon: <Star aria-hidden="true" />,
        onSelect: () => quick(pool, 'highlight'),
      },
      {
        action: 'unhighlight',
        label: t`Unhighlight`,
        icon: <StarOff aria-hidden="true" />,
        onSelect: () => quick(pool, 'unhighlight'),
      },
      {
        action: 'unfreeze',
        label: t`Unfreeze`,
        icon: <Sun aria-hidden="true" />,
        onSelect: () => quick(pool, 'unfreeze'),
      },
      { action: 'freeze', label: t`Freeze…`, icon: <Snowflake aria-hidden="true" />, onSelect: ask('freeze') },
      {
        action: 'remove',
        label: t`Remove…`,
        icon: <Trash2 aria-hidden="true" />,
        danger: true,
        onSelect: ask('remove'),
      },
    ];
    return all.filter(({ action }) => isPossible(action, pool)).map(({ action: _action, ...item }) => item);
  };
}
