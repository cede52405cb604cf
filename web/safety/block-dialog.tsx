import { useMutation } from '@tanstack/react-query';
import type { UserSummary } from '#contract/accounts.ts';
import { blockUser } from '#contract/calls/people.ts';
import { t } from '#contract/language/text.ts';
import { callsAboutBlocks, reportBlockChange } from '#web/data/block-changes.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { toast } from '#web/ui/toast.tsx';

interface BlockDialogProps {
  person: Pick<UserSummary, 'id' | 'username'>;
  onClose: () => void;
}

/** Asks the person to confirm a block: "Block @maya?" */
export function BlockDialog({ person, onClose }: BlockDialogProps) {
  const refresh = useRefresh();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(blockUser, { params: { id: person.id } }),
    onSuccess: async () => {
      reportBlockChange();
      await refresh(...callsAboutBlocks);
      toast({
        title: t`@${{ name: person.username }} is blocked`,
        description: t`You can unblock them on their profile at any time.`,
      });
      onClose();
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => mutate()}
      title={t`Block @${{ name: person.username }}?`}
      action={t`Block`}
      busy={isPending}
      error={error?.message}
    >
      <p className="text-muted">{t`You won’t be able to message each other or see each other’s chat messages, comments and updates. We won’t tell them. Admins still see everything, because they moderate.`}</p>
      <p className="mt-3 text-muted">{t`Pledges stay as they are. Deliveries and payment notices still arrive, and if they back one of your pools, they keep seeing your updates there.`}</p>
    </Confirm>
  );
}
