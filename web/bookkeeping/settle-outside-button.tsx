import { useMutation } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import type { MovementDetail } from '#contract/admin/money-lists.ts';
import {
  getAdminMoney,
  getApprovalTerms,
  getMovement,
  listMovements,
  settleRefundOutside,
} from '#contract/calls/admin.ts';
import { t } from '#contract/language/text.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { SecondAdminNote } from '#web/safety/second-admin.tsx';
import { Button } from '#web/ui/button.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';

interface SettleOutsideProps {
  movement: Pick<MovementDetail, 'id' | 'amountCents'>;
  /** The attempt that the admin sees. */
  attempt: number;
}

/** Records that an admin paid a refund outside the card processor, after they confirmed it with a reason. */
export function SettleOutsideButton(props: SettleOutsideProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        icon={<Landmark aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >{t`Record as paid outside`}</Button>
      {isAsking ? <SettleOutsideDialog {...props} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function SettleOutsideDialog({
  movement: { id, amountCents },
  attempt,
  onClose,
}: SettleOutsideProps & { onClose: () => void }) {
  const refresh = useRefresh();
  const amount = formatMoneyExact(amountCents);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reason: string) => call(settleRefundOutside, { params: { id }, body: { attempt, reason } }),
    onSuccess: async ({ waiting }) => {
      await refresh(getMovement, listMovements, getAdminMoney, getApprovalTerms);
      onClose();
      if (waiting) {
        toast({
          title: t`Waiting for a second admin`,
          description: t`It’s recorded when another admin approves it.`,
        });
        return;
      }
      toast({
        title: t`Recorded ${{ amount }} as paid outside`,
        description: t`The fan gets a notice with your reason.`,
      });
    },
  });
  return (
    <ReasonDialog
      title={t`Did you pay the fan outside the card processor?`}
      action={t`Record ${{ amount }} as paid`}
      hint={t`How and when you paid. The fan reads it in a notice and on their receipt, so leave out account numbers.`}
      missing={t`Reason is required`}
      note={<SecondAdminNote act={{ moves: amountCents }} />}
      error={error?.message}
      busy={isPending}
      onSubmit={mutate}
      onClose={onClose}
    >{t`This sends no money. Pay the fan ${{ amount }} first, for example by bank transfer, and then record it here. You can’t undo it.`}</ReasonDialog>
  );
}
