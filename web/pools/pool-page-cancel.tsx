import { useMutation } from '@tanstack/react-query';
import { cancelPool, getPool, listPools, type Pool, resolvePool } from '#contract/pools.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';

/** Asks why, then ends the pool. */
export function CancelPoolDialog({ pool, onClose }: { pool: Pool; onClose: () => void }) {
  const refresh = useRefresh();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reason: string) => call(cancelPool, { params: { id: pool.id }, body: { reason } }),
    onSuccess: async () => {
      await refresh(resolvePool, getPool, listPools);
      toast({ title: 'The pool is cancelled', description: 'No card was charged.' });
      onClose();
    },
  });
  return (
    <ReasonDialog
      title="Cancel this pool?"
      action="Cancel the pool"
      cancel="Keep it"
      hint="Shown on the pool's page"
      missing="Say why, in a few words"
      error={error?.message}
      busy={isPending}
      onSubmit={mutate}
      onClose={onClose}
    >
      It ends for good. Nobody is charged, and everyone who pledged is told why. This cannot be undone.
    </ReasonDialog>
  );
}
