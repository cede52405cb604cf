import { useMutation } from '@tanstack/react-query';
import { cancelPool, getPool, listPools, resolvePool } from '#contract/calls/pools.ts';
import { t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useFocusAfter } from '#web/ui/use-focus-after.ts';

/** Asks for a reason and cancels the pool. */
export function CancelPoolDialog({ pool, onClose }: { pool: Pool; onClose: () => void }) {
  const refresh = useRefresh();
  // The menu can disappear with the pool.
  const keepFocus = useFocusAfter('#main h1');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reason: string) => call(cancelPool, { params: { id: pool.id }, body: { reason } }),
    onSuccess: async () => {
      keepFocus();
      await refresh(resolvePool, getPool, listPools);
      toast({ title: t`Pool canceled`, description: t`No card was charged.` });
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={t`Cancel this pool?`}
      action={t`Cancel pool`}
      cancel={t`Keep pool`}
      hint={t`Shown on the pool’s page`}
      missing={t`Enter a reason`}
      error={error?.message}
      busy={isPending}
      onSubmit={mutate}
      onClose={onClose}
    >{t`The pool ends permanently. No card is charged, and everyone who pledged sees your reason. You can’t undo this.`}</ReasonDialog>
  );
}
