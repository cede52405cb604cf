import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreatorRequest } from '#contract/creator-dashboard.ts';
import { giveUpPool, proceedWithPool } from '#contract/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/dialog.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { useRefreshDashboard } from './dashboard-data.ts';

/** The button to give up the pool, which refunds everyone. */
export function CancelProduction({ pool }: { pool: CreatorRequest }) {
  const refresh = useRefreshDashboard();
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(giveUpPool, { params: { id: pool.id } }),
    onSuccess: () => toast({ title: 'You gave up this pool', description: 'Everyone who paid is refunded.' }),
    onError: (error) => toastError(error),
    onSettled: async () => {
      setAsking(false);
      await refresh();
    },
  });
  return (
    <>
      <Button variant="ghost" wide onClick={() => setAsking(true)}>
        Give up…
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => mutate()}
        title="Give up this pool?"
        action="Give up and refund"
        cancel="Keep pool"
        busy={isPending}
      >
        <p className="text-muted">
          All fans who paid for “{pool.title}” are refunded in full, {formatMoney(pool.currentAmount)} in total. You
          can’t undo this.
        </p>
      </Confirm>
    </>
  );
}

/** The button to go ahead although less than the floor was paid. */
export function ProceedBelowFloor({ pool }: { pool: CreatorRequest }) {
  const refresh = useRefreshDashboard();
  const [asking, setAsking] = useState(false);
  const paid = formatMoney(pool.currentAmount);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(proceedWithPool, { params: { id: pool.id } }),
    onSuccess: () => toast({ title: `Going ahead with ${paid}`, description: 'Your time to deliver starts now.' }),
    onError: (error) => toastError(error),
    onSettled: async () => {
      setAsking(false);
      await refresh();
    },
  });
  return (
    <>
      <Button variant="primary" wide disabled={pool.currentAmount === 0 || pool.frozen} onClick={() => setAsking(true)}>
        Go ahead with {paid}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => mutate()}
        title={`Go ahead with ${paid}?`}
        action="Go ahead"
        variant="primary"
        busy={isPending}
      >
        <p className="text-muted">
          You deliver “{pool.title}” for the {paid} that was paid. You receive {formatMoney(pool.forecast.netCents)} of
          it. Your time to deliver starts now.
        </p>
      </Confirm>
    </>
  );
}
