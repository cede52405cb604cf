import { useMutation } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { getPledge, listMyPledges, withdrawPledge } from '#contract/calls/pledges.ts';
import { getPool, resolvePool } from '#contract/calls/pools.ts';
import { sentences, type Text, t, textOf } from '#contract/language/text.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { formatMoney } from '#contract/values/money.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { type MineProps, Panel, washes } from './pledge-panel.tsx';
import { isUnpaidLate, lateCharge } from './pledge-texts.ts';
import { forgetRequestKey } from './request-key.ts';
import { resumeSetup } from './resume-setup.ts';

const ConfirmEmailFirst = lazyComponent(async () => (await import('./card-error.tsx')).ConfirmEmailFirst, {
  browserOnly: true,
});

/** The words for a pledge without a card, or for an unpaid late one. Without `action`, the fan cannot continue. */
function setupWords(
  pledge: PledgeView,
  isSuspended: boolean,
): { title: Text; text: Text; action?: Text; dropped: Text } {
  const amount = formatMoney(pledge.amountCents);
  if (!isUnpaidLate(pledge)) {
    const dropped = t`No card was saved and nothing was charged.`;
    if (!pledge.can.setUp) {
      const why = isSuspended
        ? t`Your account is suspended, so you can’t save a card.`
        : t`This pool takes no cards now.`;
      const text = sentences(why, t`Your ${{ amount }} pledge counts only if a card is saved.`);
      return { title: t`Your card is not saved yet`, text, dropped };
    }
    return {
      title: t`One step left: your card`,
      text: t`Your ${{ amount }} pledge counts as soon as your card is saved. Nothing is charged now.`,
      action: t`Save a card`,
      dropped,
    };
  }
  const dropped = t`Nothing is due. If a payment still goes through, you’re refunded in full.`;
  if (!pledge.can.setUp) {
    const why = isSuspended ? t`Your account is suspended, so you can’t pay.` : t`This pool takes no late pledges now.`;
    const text = sentences(why, t`Your unpaid ${{ amount }} pledge ends automatically.`);
    return { title: t`Your pledge is not paid`, text, dropped };
  }
  const text = sentences(t`Your ${{ amount }} pledge is not paid yet.`, textOf(lateCharge));
  return { title: t`One step left: your payment`, text, action: t`Pay ${{ amount }} now`, dropped };
}

/** The pledge has no card yet, or is not paid yet, so it does not count. */
export function SetupPending({ pledge, pool }: MineProps) {
  const refresh = useRefresh();
  const user = useUser();
  const slot = { poolId: pool.id, userId: user?.id };
  const { title, text, action, dropped } = setupWords(pledge, user?.suspended === true);
  const resume = useMutation({
    mutationFn: () => resumeSetup(slot, pledge, pool.contentMark),
    onSuccess: ({ setup }) => (setup ? location.assign(setup.url) : refresh(resolvePool, getPool)),
    onError: (error) => {
      if (asAppError(error).code !== 'email_unconfirmed') toastError(error);
      return refresh(resolvePool, getPool);
    },
  });
  const isUnconfirmed = resume.error && asAppError(resume.error).code === 'email_unconfirmed';
  const drop = useMutation({
    mutationFn: () => call(withdrawPledge, { params: { id: pledge.id } }),
    onSuccess: async () => {
      forgetRequestKey(slot);
      await refresh(resolvePool, getPool, getPledge, listMyPledges);
      toast({ title: t`Pledge withdrawn`, description: dropped, durationMs: 3000 });
    },
    onError: (error) => toastError(error),
  });
  return (
    <Panel icon={<CreditCard aria-hidden="true" />} title={title} tone={washes.accent}>
      <p>{text}</p>
      {isUnconfirmed ? <ConfirmEmailFirst /> : null}
      {action || pledge.can.withdraw ? (
        <div className="flex gap-2">
          {action ? (
            <Button
              variant="primary"
              className="flex-1 max-md:hidden"
              busy={resume.isPending}
              onClick={() => resume.mutate()}
            >
              {action}
            </Button>
          ) : null}
          {pledge.can.withdraw ? (
            <Button variant="ghost" busy={drop.isPending} onClick={() => drop.mutate()}>{t`Withdraw pledge`}</Button>
          ) : null}
        </div>
      ) : null}
      {action ? (
        <PhoneBar state={t`One step left`}>
          <Button variant="primary" size="lg" busy={resume.isPending} onClick={() => resume.mutate()}>
            {action}
          </Button>
        </PhoneBar>
      ) : null}
    </Panel>
  );
}
