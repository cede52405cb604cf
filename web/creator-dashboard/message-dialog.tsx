import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { listSentMessages, messageContributors } from '#contract/calls/creators.ts';
import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { plural, sentences, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { call } from '#web/data/call.ts';
import { newRequestKey } from '#web/data/new-request-key.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/forms/field.tsx';
import { toast } from '#web/ui/toast.tsx';

interface MessageDialogProps {
  pool: CreatorRequest;
  /** The number of fans who will receive it. */
  fans: number;
  onClose: () => void;
}

/** Writes one message to everyone who backs a pool. */
export function MessageDialog({ pool, fans, onClose }: MessageDialogProps) {
  const refresh = useRefresh();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  // One key per dialog, so that pressing Send again after a lost response sends nothing twice.
  const [requestKey] = useState(newRequestKey);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(messageContributors, { params: { id: pool.id }, body: { text, requestKey } }),
    onSuccess: async ({ recipientCount }) => {
      onClose();
      await refresh(listSentMessages);
      toast({
        title: t`Message sent`,
        description: t`${plural({ fans: recipientCount }, { one: '# fan will get it.', other: '# fans will get it.' })}`,
      });
    },
  });
  const missing = text.trim() === '' ? t`Message is required` : undefined;
  const submit = () => {
    setTried(true);
    if (!missing) mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Message ${plural({ fans }, { one: '# fan', other: '# fans' })}`}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" busy={isPending} onClick={submit}>{t`Send message`}</Button>
        </>
      }
    >
      <p className="mb-4 text-muted">
        {sentences(
          t`Everyone who backs this pool now gets a notice, and an email unless they turned it off. They can’t reply here.`,
          t`You can send ${plural({ messages: limits.creatorMessage.perPoolAndDay }, { one: '# message', other: '# messages' })} per pool a day.`,
          pool.adult ? t`This is an adult pool, so the notice and the email only link to your text.` : undefined,
        )}
      </p>
      <TextArea
        label={t`Message`}
        rows={6}
        data-autofocus
        value={text}
        maxLength={limits.creatorMessage.max}
        counter={[text.length, limits.creatorMessage.max]}
        error={(tried ? missing : undefined) ?? error?.message}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
}
