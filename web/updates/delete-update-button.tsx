import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteUpdate } from '#contract/calls/updates-and-comments.ts';
import type { Update } from '#contract/updates.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { useRefreshUpdates } from './update-queries.ts';

export function DeleteUpdateButton({ update }: { update: Update }) {
  const refresh = useRefreshUpdates();
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(deleteUpdate, { params: { id: update.id } }),
    onSuccess: async () => {
      await refresh();
      toast({ title: 'Update deleted' });
      // The button disappears with its update, so keyboard focus moves to the tab.
      document.querySelector<HTMLElement>('.tab[aria-current="page"]')?.focus();
    },
    onError: toastError,
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        Delete<span className="sr-only"> the update</span>
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => mutate()}
        title="Delete this update?"
        action="Delete"
        busy={isPending}
      >
        <p>The text, the pictures and the comments are gone for everyone. Emails that were sent stay.</p>
      </Confirm>
    </>
  );
}
