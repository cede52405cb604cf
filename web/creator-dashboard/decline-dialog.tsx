import { useMutation } from '@tanstack/react-query';
import { declinePool } from '#contract/calls/pools.ts';
import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { plural, t } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useRefreshDashboard } from './dashboard-data.ts';

interface DeclineDialogProps {
  pool: CreatorRequest;
  onDone: () => void;
  /** Returns to the terms. */
  onBack: () => void;
}

/** Asks for a reason and declines the pool. */
export function DeclineDialog({ pool, onDone, onBack }: DeclineDialogProps) {
  const refresh = useRefreshDashboard();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reason: string) => call(declinePool, { params: { id: pool.id }, body: { reason } }),
    onSuccess: async () => {
      onDone();
      await refresh();
      toast({ title: t`Declined`, description: t`We notified the fans. No card was charged.` });
    },
  });
  return (
    <ReasonDialog
      title={t`Decline this request?`}
      action={t`Decline`}
      cancel={t`Back to the terms`}
      hint={t`Fans can read this.`}
      missing={t`Reason is required`}
      error={error?.message}
      busy={isPending}
      onSubmit={mutate}
      onClose={onBack}
    >{t`“${{ title: pool.title }}” ends permanently, without any penalty for you. ${plural({ fans: pool.fanCount }, { one: '# fan sees your reason, and no card is charged.', other: '# fans see your reason, and no card is charged.' })}`}</ReasonDialog>
  );
}
