import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreatorRequest } from '#contract/creator-dashboard.ts';
import { formatMoney } from '#contract/money.ts';
import { giveUpPool, proceedWithPool } from '#contract/pools.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/dialog.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { useRefreshDashboard } from './dashboard-data.ts';

/** Ends the work; everyone who paid gets their money back. */
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
        cancel="Keep it"
        busy={isPending}
      >
        <p className="text-muted">
          All {formatMoney(pool.currentAmount)} that was paid for “{pool.title}” goes back to the fans. This cannot be
          undone.
        </p>
      </Confirm>
    </>
  );
}

/** Goes ahead with less than the floor. */
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
          You deliver “{pool.title}” for the {paid} that was paid, {formatMoney(pool.forecast.netCents)} of it for you.
          Your time to deliver starts now.
        </p>
      </Confirm>
    </>
  );
}
