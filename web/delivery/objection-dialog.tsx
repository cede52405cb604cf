import { useMutation } from '@tanstack/react-query';
import { objectToDelivery } from '#contract/delivery.ts';
import { asAppError, call } from '#web/data/call.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';

const already = 'You have objected already. An admin is looking into it.';

/** Says what is wrong with a delivery; an admin decides. */
export function ObjectionDialog({ poolId, onClose }: { poolId: string; onClose: () => void }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reason: string) => call(objectToDelivery, { params: { id: poolId }, body: { reason } }),
    onSuccess: () => {
      toast({
        title: 'Your objection is in',
        description: 'An admin looks at it and tells you. Nobody is paid until then.',
      });
      onClose();
    },
  });
  const refused = error ? asAppError(error) : undefined;
  return (
    <ReasonDialog
      title="Object to this delivery?"
      action="Object"
      label="What is wrong?"
      missing="Say what is wrong, in a few words"
      error={refused?.code === 'claim_exists' ? already : refused?.message}
      busy={isPending}
      onSubmit={mutate}
      onClose={onClose}
    >
      An admin compares it with what was asked for. If you are right, it is redone or everyone is paid back.
    </ReasonDialog>
  );
}
