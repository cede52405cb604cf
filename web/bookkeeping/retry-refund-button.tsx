import { useMutation } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { getAdminMoney, getApprovalTerms, getMovement, listMovements, retryRefund } from '#contract/calls/admin.ts';
import { t } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { SecondAdminNote } from '#web/safety/second-admin.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';

interface RetryProps {
  id: string;
  attempt: number;
  amountCents: number;
}

/** Sends a failed refund again, after the server has asked the processor about the failed attempt. */
export function RetryRefundButton({ id, attempt, amountCents }: RetryProps) {
  const refresh = useRefresh();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(retryRefund, { params: { id }, body: { attempt } }),
    onSuccess: async ({ result, waiting }) => {
      await refresh(getMovement, listMovements, getAdminMoney, getApprovalTerms);
      if (waiting) {
        toast({
          title: t`Waiting for a second admin`,
          description: t`Nothing is sent until another admin approves it.`,
        });
        return;
      }
      toast(
        result === 'done'
          ? {
              title: t`The fan already has this refund`,
              description: t`The processor had made it, so nothing was sent again.`,
            }
          : {
              title: t`Sending the refund again`,
              description: t`We ask the processor every minute until it reports the outcome.`,
            },
      );
    },
  });
  return (
    <>
      <Button
        icon={<RotateCw aria-hidden="true" />}
        busy={isPending}
        onClick={() => mutate()}
      >{t`Send this refund again`}</Button>
      <SecondAdminNote act={{ moves: amountCents }} />
      {error ? (
        <p className="field-error" role="alert">
          {error.message}
        </p>
      ) : null}
    </>
  );
}
