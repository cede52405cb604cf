import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteMessage } from '#contract/calls/chat.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import type { Room } from '#web/chat/room.ts';
import type { PendingMessageAction } from '#web/chat/room-context.ts';
import { call } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';
import { BlockDialog } from '#web/safety/block-dialog.tsx';
import { MuteDialog } from '#web/safety/mute-dialog.tsx';
import { ReportDialog } from '#web/safety/report-dialog.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { TextArea } from '#web/ui/forms/field.tsx';
import { toast } from '#web/ui/toast.tsx';

interface DialogProps {
  room: Room;
  asked: PendingMessageAction;
  onClose: () => void;
}

/** Asks for confirmation before deleting a message. An admin who deletes another person's message must give a reason. */
function DeleteDialog({ room, asked: { act, message }, onClose }: DialogProps) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const asAdmin = act === 'remove';
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(deleteMessage, { params: { id: message.id }, ...(asAdmin ? { body: { reason: reason.trim() } } : {}) }),
    onSuccess: ({ messageId, deletedReplies }) => {
      for (const id of [...deletedReplies, messageId]) room.remove(id);
      room.changed();
      toast({ title: t`Message deleted`, description: t`The message and its replies were deleted.` });
    },
    onError: (error) => {
      logFailure('could not delete a message', error);
      toast({
        title: t`Error`,
        description: t`Failed to delete message. Please try again.`,
        variant: 'destructive',
      });
    },
    onSettled: onClose,
  });
  const confirm = () => {
    setTried(true);
    if (!asAdmin || reason.trim() !== '') mutate();
  };
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={confirm}
      title={t`Delete this message?`}
      action={t`Delete`}
      busy={isPending}
    >
      <p className="text-muted">{t`This permanently deletes the message and all replies to it.`}</p>
      {asAdmin ? (
        <div className="mt-4">
          <TextArea
            label={t`Reason`}
            hint={t`Recorded in the audit trail.`}
            error={tried && reason.trim() === '' ? t`Reason is required` : undefined}
            maxLength={limits.reason.max}
            rows={3}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      ) : null}
    </Confirm>
  );
}

/** The dialog of the action chosen in a message's menu. */
export function MessageDialogs({ room, asked, onClose }: DialogProps) {
  const { act, message } = asked;
  if (act === 'report') {
    return <ReportDialog kind="message" id={message.id} name={message.sender?.username} onClose={onClose} />;
  }
  if (act === 'block') {
    if (!message.sender) return null;
    return <BlockDialog person={message.sender} onClose={onClose} />;
  }
  if (act === 'mute') {
    if (!message.sender) return null;
    return <MuteDialog person={message.sender} roomId={message.roomId} onClose={onClose} />;
  }
  return <DeleteDialog room={room} asked={asked} onClose={onClose} />;
}
