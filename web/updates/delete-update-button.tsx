import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteUpdate } from '#contract/calls/updates-and-comments.ts';
import { msg, t } from '#contract/language/text.ts';
import type { Update } from '#contract/updates.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { useRefreshUpdates } from './update-queries.ts';

export function DeleteUpdateButton({ update }: { update: Update }) {
  const refresh = useRefreshUpdates();
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(deleteUpdate, { params: { id: update.id } }),
    onSuccess: async () => {
      await refresh();
      toast({ title: t`Update deleted` });
      // The button disappears with its update, so keyboard focus moves to the tab.
      document.querySelector<HTMLElement>('.tab[aria-current="page"]')?.focus();
    },
    onError: toastError,
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        <RichText
          text={msg`Delete<hidden> the update</hidden>`}
          tags={{ hidden: (text) => <span className="sr-only">{text}</span> }}
        />
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => mutate()}
        title={t`Delete this update?`}
        action={t`Delete`}
        busy={isPending}
      >
        <p>{t`The text, the pictures and the comments are gone for everyone. Emails that were sent stay.`}</p>
      </Confirm>
    </>
  );
}
