import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { acceptPool, giveUpPool, proceedWithPool } from '#contract/calls/pools.ts';
import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { plural, sentences, type Text, t } from '#contract/language/text.ts';
import { formatMoney } from '#contract/values/money.ts';
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
function useConfirmed(run: () => Promise<unknown>, done: { title: Text; description: Text }) {
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
    title: t`You gave up this pool`,
    description: t`Everyone who paid is refunded.`,
  });
  return (
    <>
      <Button variant="ghost" wide disabled={!pool.can.giveUp} onClick={ask}>{t`Give up…`}</Button>
      <Confirm {...dialog} title={t`Give up this pool?`} action={t`Give up and refund`} cancel={t`Keep pool`}>
        <p className="text-muted">{t`All fans who paid for “${{ title: pool.title }}” are refunded in full, ${{ amount: formatMoney(pool.currentAmount) }} in total. You can’t undo this.`}</p>
      </Confirm>
    </>
  );
}

/** The button to go ahead although less than the floor was paid. */
export function ProceedBelowFloor({ pool }: { pool: CreatorRequest }) {
  const paid = formatMoney(pool.currentAmount);
  const { ask, dialog } = useConfirmed(() => call(proceedWithPool, { params: { id: pool.id } }), {
    title: t`Going ahead with ${{ paid }}`,
    description: t`Your time to deliver starts now.`,
  });
  return (
    <>
      <Button variant="primary" wide disabled={!pool.can.proceed} onClick={ask}>
        {t`Go ahead with ${{ paid }}`}
      </Button>
      <Confirm {...dialog} title={t`Go ahead with ${{ paid }}?`} action={t`Go ahead`} variant="primary">
        <p className="text-muted">{t`You deliver “${{ title: pool.title }}” for the ${{ paid }} that was paid. You receive ${{ share: formatMoney(pool.forecast.netCents) }} of it. Your time to deliver starts now.`}</p>
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
      ? { title: t`Started`, description: t`Cards are being charged now.` }
      : { title: t`Started`, description: t`Cards are charged as soon as your payouts are set up.` },
  );
  if (!mayStartNow(pool, floorCents)) return null;
  const pledged = formatMoney(pool.pledgedAmount);
  return (
    <>
      <Button variant="primary" wide disabled={!pool.can.accept} onClick={ask}>
        {t`Start with ${{ pledged }}`}
      </Button>
      <Confirm {...dialog} title={t`Start with ${{ pledged }}?`} action={t`Charge cards`} variant="primary">
        <p className="text-muted">
          {sentences(
            payoutsReady
              ? t`${plural({ cards: pool.fanCount }, { one: '# card is charged now', other: '# cards are charged now' })}, ${{ amount: pledged }} in total.`
              : t`${plural({ cards: pool.fanCount }, { one: '# card is charged', other: '# cards are charged' })} as soon as your payouts are set up, ${{ amount: pledged }} in total.`,
            t`You don’t wait for the goal of ${{ goal: formatMoney(pool.fundingGoal) }}.`,
            t`You deliver “${{ title: pool.title }}” within ${plural({ days: deliveryDays }, { one: '# day', other: '# days' })} after cards are charged; otherwise everyone is refunded. You can’t undo this.`,
          )}
        </p>
      </Confirm>
    </>
  );
}
