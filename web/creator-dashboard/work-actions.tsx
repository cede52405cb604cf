import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreatorRequest } from '#contract/creator-dashboard.ts';
import { acceptPool, giveUpPool, proceedWithPool } from '#contract/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { count } from '#contract/values/time.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/dialog.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { mayStartNow } from './contract-terms.ts';
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

/** The button to charge the cards of an accepted pool below its goal, once its pledges reach the floor. */
export function StartBelowGoal({ pool }: { pool: CreatorRequest }) {
  const refresh = useRefreshDashboard();
  const [asking, setAsking] = useState(false);
  const { deliveryDays = 0, floorCents = 0 } = pool.terms ?? {};
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(acceptPool, { params: { id: pool.id }, body: { deliveryDays, floorCents, atCurrentAmount: true } }),
    onSuccess: () => toast({ title: 'Started', description: 'Cards are being charged now.' }),
    onError: (error) => toastError(error),
    onSettled: async () => {
      setAsking(false);
      await refresh();
    },
  });
  if (!mayStartNow(pool, floorCents)) return null;
  const pledged = formatMoney(pool.pledgedAmount);
  return (
    <>
      <Button variant="primary" wide onClick={() => setAsking(true)}>
        Start with {pledged}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => mutate()}
        title={`Start with ${pledged}?`}
        action="Charge cards"
        variant="primary"
        busy={isPending}
      >
        <p className="text-muted">
          {count(pool.fanCount, 'card is', 'cards are')} charged now, {pledged} in total. You don’t wait for the goal of{' '}
          {formatMoney(pool.fundingGoal)}. You deliver “{pool.title}” within {count(deliveryDays, 'day')} after cards
          are charged; otherwise everyone is refunded. You can’t undo this.
        </p>
      </Confirm>
    </>
  );
}
