import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import { cancelPool, getPool, listPools, type Pool, resolvePool } from '#contract/pools.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';

/** Asks why, then ends the pool. */
export function CancelPoolDialog({ pool, onClose }: { pool: Pool; onClose: () => void }) {
  const refresh = useRefresh();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const missing = reason.trim().length < limits.reason.min ? 'Say why, in a few words' : undefined;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(cancelPool, { params: { id: pool.id }, body: { reason: reason.trim() } }),
    onSuccess: async () => {
      await refresh(resolvePool, getPool, listPools);
      toast({ title: 'The pool is cancelled', description: 'No card was charged.' });
      onClose();
    },
  });
  const submit = () => {
    setTried(true);
    if (!missing) mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Cancel this pool?"
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" busy={isPending} onClick={submit}>
            Cancel the pool
          </Button>
        </>
      }
    >
      <p className="mb-4 text-muted">
        It ends for good. Nobody is charged, and everyone who pledged is told why. This cannot be undone.
      </p>
      <TextArea
        label="Reason"
        hint="Shown on the pool's page"
        value={reason}
        maxLength={limits.reason.max}
        error={tried ? (missing ?? error?.message) : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}
