import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreatorRequest } from '#contract/creator-desk.ts';
import { limits } from '#contract/limits.ts';
import { declinePool } from '#contract/pools.ts';
import { count } from '#contract/time.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useRefreshDashboard } from './dashboard-data.ts';

/** Asks why, then ends the pool without penalty. */
export function DeclineDialog({
  pool,
  onClose,
  onBack,
}: {
  pool: CreatorRequest;
  onClose: () => void;
  onBack: () => void;
}) {
  const refresh = useRefreshDashboard();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const missing = reason.trim().length < limits.reason.min ? 'Reason is required' : undefined;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(declinePool, { params: { id: pool.id }, body: { reason: reason.trim() } }),
    onSuccess: async () => {
      onClose();
      await refresh();
      toast({ title: 'Declined', description: 'The fans are told. No card was charged.' });
    },
  });
  const submit = () => {
    setTried(true);
    if (!missing) mutate();
  };
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title="Decline this request?"
      footer={
        <>
          <Button onClick={onBack}>Back to the terms</Button>
          <Button variant="danger" busy={isPending} onClick={submit}>
            Decline
          </Button>
        </>
      }
    >
      <p className="mb-4 text-muted">
        “{pool.title}” ends for good, without any penalty for you. {count(pool.fanCount, 'fan is', 'fans are')} told
        why, and no card is charged.
      </p>
      <TextArea
        label="Reason"
        hint="The fans read this."
        value={reason}
        maxLength={limits.reason.max}
        counter={[reason.trim().length, limits.reason.max]}
        error={tried ? (missing ?? error?.message) : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}
