import { useMutation } from '@tanstack/react-query';
import { getPledge, listMyPledges, withdrawPledge } from '#contract/calls/pledges.ts';
import { getPool, resolvePool } from '#contract/calls/pools.ts';
import { t } from '#contract/language/text.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { formatMoney } from '#contract/values/money.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useFocusAfter } from '#web/ui/use-focus-after.ts';
import { forgetRequestKey } from './request-key.ts';

/** Asks "Withdraw your $10 pledge?" and withdraws it. */
export function WithdrawPledgeDialog({ pledge, onClose }: { pledge: PledgeView; onClose: () => void }) {
  const refresh = useRefresh();
  const keepFocus = useFocusAfter('aside[data-pledge-box]');
  const userId = useUser()?.id;
  const amount = formatMoney(pledge.amountCents);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(withdrawPledge, { params: { id: pledge.id } }),
    onSuccess: async () => {
      keepFocus();
      forgetRequestKey({ poolId: pledge.poolId, userId });
      await refresh(resolvePool, getPool, getPledge, listMyPledges);
      toast({ title: t`Your ${{ amount }} pledge is withdrawn`, description: t`Nothing was charged.` });
      onClose();
    },
  });
  const close = () => {
    onClose();
    // As in ChangePledge: the pledge may have changed elsewhere.
    if (error) void refresh(resolvePool, getPool, getPledge, listMyPledges);
  };
  return (
    <Confirm
      open
      onClose={close}
      onConfirm={() => mutate()}
      title={t`Withdraw your ${{ amount }} pledge?`}
      action={t`Withdraw`}
      cancel={t`Keep pledge`}
      busy={isPending}
      error={error?.message}
    >
      <p className="text-muted">{t`Nothing was charged. You can pledge again while the pool is open.`}</p>
    </Confirm>
  );
}
