import { useMutation } from '@tanstack/react-query';
import { getContent, objectToDelivery } from '#contract/calls/delivery.ts';
import { t } from '#contract/language/text.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useFocusAfter } from '#web/ui/use-focus-after.ts';

/** Asks the contributor for the problem with a delivery; an admin decides. */
export function ObjectionDialog({ poolId, onClose }: { poolId: string; onClose: () => void }) {
  const refresh = useRefresh();
  const keepFocus = useFocusAfter('#delivered-title');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reason: string) => call(objectToDelivery, { params: { id: poolId }, body: { reason } }),
    onSuccess: async () => {
      keepFocus();
      await refresh(getContent);
      toast({
        title: t`Objection sent`,
        description: t`An admin reviews it and notifies you. The creator is not paid until then.`,
      });
      onClose();
    },
  });
  const refused = error ? asAppError(error) : undefined;
  return (
    <ReasonDialog
      title={t`Object to this delivery?`}
      action={t({ message: 'Object', context: 'verb on a button' })}
      label={t`What is wrong?`}
      missing={t`Describe what is wrong`}
      error={refused?.code === 'claim_exists' ? t`You already objected. An admin is reviewing it.` : refused?.message}
      busy={isPending}
      onSubmit={mutate}
      onClose={onClose}
    >{t`An admin compares the delivery with the request. If the objection is upheld, the creator delivers again or everyone is refunded in full.`}</ReasonDialog>
  );
}
