import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { acceptPool, giveUpPool, proceedWithPool } from '#contract/calls/pools.ts';
import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { formatMoney } from '#contract/values/money.ts';
import { count } from '#contract/values/time.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { mayStartNow } from './contract-terms.ts';
import { useArePayoutsReady, useRefreshDashboard } from './dashboard-data.ts';

/**
 * The state of a confirmation whose action runs once: React renders `sending` before the next press, but the mutation's own state only
 * after it, so a double press would send the call twice.
 */
function useConfirmed(run: () => Promise<unknown>, done: { title: string; description: string }) {
  const refresh = useRefreshDashboard();
  const [step, setStep] = useState<'asking' | 'sending'>();
  const close = () => setStep(undefined);
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    onSuccess: () => toast(done),
    onError: (error) => toastError(error),
    onSettled: async () => {
      close();
      await refresh();
    },
  });
  const onConfirm = () => {
    setStep('sending');
    mutate();
  };
  return {
    ask: () => setStep('asking'),
    dialog: { open: step !== undefined, busy: isPending || step === 'sending', onClose: close, onConfirm },
  };
}

/** The button to give up the pool, which refunds everyone. */
export function CancelProduction({ pool }: { pool: CreatorRequest }) {
  const { ask, dialog } = useConfirmed(() => call(giveUpPool, { params: { id: pool.id } }), {
    title: 'You gave up this pool',
    description: 'Everyone who paid is refunded.',
  });
  return (
    <>
      <Button variant="ghost" wide disabled={!pool.can.giveUp} onClick={ask}>
        Give up…
      </Button>
      <Confirm {...dialog} title="Give up this pool?" action="Give up and refund" cancel="Keep pool">
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
  const paid = formatMoney(pool.currentAmount);
  const { ask, dialog } = useConfirmed(() => call(proceedWithPool, { params: { id: pool.id } }), {
    title: `Going ahead with ${paid}`,
    description: 'Your time to deliver starts now.',
  });
  return (
    <>
      <Button variant="primary" wide disabled={!pool.can.proceed} onClick={ask}>
        Go ahead with {paid}
      </Button>
      <Confirm {...dialog} title={`Go ahead with ${paid}?`} action="Go ahead" variant="primary">
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
  const payoutsReady = useArePayoutsReady(pool);
  const { deliveryDays = 0, floorCents = 0 } = pool.terms ?? {};
  const { ask, dialog } = useConfirmed(
    () => call(acceptPool, { params: { id: pool.id }, body: { deliveryDays, floorCents, atCurrentAmount: true } }),
    payoutsReady
      ? { title: 'Started', description: 'Cards are being charged now.' }
      : { title: 'Started', description: 'Cards are charged as soon as your payouts are set up.' },
  );
  if (!mayStartNow(pool, floorCents)) return null;
  const pledged = formatMoney(pool.pledgedAmount);
  return (
    <>
      <Button variant="primary" wide disabled={!pool.can.accept} onClick={ask}>
        Start with {pledged}
      </Button>
      <Confirm {...dialog} title={`Start with ${pledged}?`} action="Charge cards" variant="primary">
        <p className="text-muted">
          {count(pool.fanCount, 'card is', 'cards are')} charged{' '}
          {payoutsReady ? 'now' : 'as soon as your payouts are set up'}, {pledged} in total. You don’t wait for the goal
          of {formatMoney(pool.fundingGoal)}. You deliver “{pool.title}” within {count(deliveryDays, 'day')} after cards
          are charged; otherwise everyone is refunded. You can’t undo this.
        </p>
      </Confirm>
    </>
  );
}
