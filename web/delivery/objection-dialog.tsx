import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { objectToDelivery } from '#contract/delivery.ts';
import { limits } from '#contract/limits.ts';
import { asAppError, call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';

const already = 'You have objected already. An admin is looking into it.';

/** Says what is wrong with a delivery; an admin decides. */
export function ObjectionDialog({ poolId, onClose }: { poolId: string; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const missing = reason.trim().length < limits.reason.min ? 'Say what is wrong, in a few words' : undefined;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(objectToDelivery, { params: { id: poolId }, body: { reason: reason.trim() } }),
    onSuccess: () => {
      toast({
        title: 'Your objection is in',
        description: 'An admin looks at it and tells you. Nobody is paid until then.',
      });
      onClose();
    },
  });
  const refused = error ? asAppError(error) : undefined;
  const submit = () => {
    setTried(true);
    if (!missing) mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Object to this delivery?"
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={isPending} onClick={submit}>
            Object
          </Button>
        </>
      }
    >
      <p className="mb-4 text-muted">
        An admin compares it with what was asked for. If you are right, it is redone or everyone is paid back.
      </p>
      <TextArea
        label="What is wrong?"
        value={reason}
        counter={[reason.length, limits.reason.max]}
        maxLength={limits.reason.max}
        error={tried ? (missing ?? (refused?.code === 'claim_exists' ? already : refused?.message)) : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}
