import { useMutation } from '@tanstack/react-query';
import type { UserSummary } from '#contract/accounts.ts';
import { listNotifications } from '#contract/calls/notifications.ts';
import { blockUser, getUserProfile, listBlocks } from '#contract/calls/people.ts';
import { reportBlockChange } from '#web/data/block-changes.ts';
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
      await refresh(getUserProfile, listBlocks, listNotifications);
      toast({
        title: `@${person.username} is blocked`,
        description: 'You can unblock them on their profile at any time.',
      });
      onClose();
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => mutate()}
      title={`Block @${person.username}?`}
      action="Block"
      busy={isPending}
      error={error?.message}
    >
      <p className="text-muted">
        You won’t be able to message each other or see each other’s chat messages and comments. We won’t tell them.
      </p>
    </Confirm>
  );
}
