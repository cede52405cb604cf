import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { editMessage } from '#contract/calls/chat.ts';
import type { Message } from '#contract/chat/chat.ts';
import { hasOnlyPictures, pictureText } from '#contract/chat/message-text.ts';
import { t } from '#contract/language/text.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useUser } from '#web/data/session.ts';
import { AboutMessage, ComposerForm, SubmitButton } from './composer-parts.tsx';
import { draftOf, keepDraft } from './drafts.ts';
import { MessageField } from './message-field.tsx';
import type { Room } from './room.ts';

interface Props {
  room: Room;
  field: RefObject<HTMLTextAreaElement | null>;
  message: Message;
  onDone: () => void;
}

/** The new text, kept as a draft until it is saved or cancelled: the person may reply, edit another message or leave the page. */
function useEditedText({ id, ...message }: Message) {
  const content = hasOnlyPictures(message) ? '' : message.content;
  const userId = useUser()?.id;
  const key = `edit ${id}`;
  const [text, setText] = useState(() => draftOf(userId, key) || content);
  const change = (next: string) => {
    setText(next);
    keepDraft(userId, key, next === content ? '' : next);
  };
  return { text, change, dropDraft: () => keepDraft(userId, key, '') };
}

/** The form that replaces the composer while the person edits a message. Enter saves, Escape cancels. */
export function EditMessage({ room, field, message, onDone }: Props) {
  const { text, change, dropDraft } = useEditedText(message);
  const hasPictures = (message.images ?? []).length > 0;
  const end = () => {
    dropDraft();
    onDone();
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: (content: string) => call(editMessage, { params: { id: message.id }, body: { content } }),
    onSuccess: (edited) => {
      room.change([edited]);
      end();
    },
    // The server may have applied rules that the room does not show yet.
    onError: () => room.refreshState(),
  });
  useEffect(() => {
    const area = field.current;
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, [field]);
  const save = () => {
    const content = text.trim() || (hasPictures ? pictureText : '');
    if (content === '' || isPending) return;
    if (content === message.content) end();
    else mutate(content);
  };
  return (
    <ComposerForm
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <AboutMessage title={<b>{t`Edit message`}</b>} text={message.content} cancel={t`Cancel editing`} onCancel={end} />
      <MessageField
        field={field}
        label={t`Edited message`}
        roomId={room.roomId}
        text={text}
        onText={change}
        onEnter={save}
        onEscape={end}
      >
        <SubmitButton label={t`Save`} disabled={(text.trim() === '' && !hasPictures) || isPending}>
          <Check aria-hidden="true" />
        </SubmitButton>
      </MessageField>
      {error ? (
        <p className="mt-0.5 text-sm text-danger-text" role="alert">
          {asAppError(error).message}
        </p>
      ) : null}
    </ComposerForm>
  );
}
