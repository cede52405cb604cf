import { useMutation } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { editMessage, type Message } from '#contract/chat.ts';
import { asAppError, call } from '#web/data/call.ts';
import { IconButton } from '#web/ui/button.tsx';
import { MessageField } from './message-field.tsx';
import type { Room } from './room.ts';

interface Props {
  room: Room;
  message: Message;
  onDone: () => void;
}

/** The form that replaces the composer while the person edits a message. Enter saves, Escape cancels. */
export function EditMessage({ room, message, onDone }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(message.content);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (content: string) => call(editMessage, { params: { id: message.id }, body: { content } }),
    onSuccess: (edited) => {
      room.change(edited);
      onDone();
    },
    // The server may have applied rules that the room does not show yet.
    onError: () => room.refreshState(),
  });
  useEffect(() => {
    const area = field.current;
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);
  const save = () => {
    const content = text.trim();
    if (content === '' || isPending) return;
    if (content === message.content) onDone();
    else mutate(content);
  };
  return (
    <form
      className="chat-composer"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className="chat-replying">
        <div>
          <b>Edit message</b>
          <p dir="auto">{message.content}</p>
        </div>
        <IconButton label="Cancel editing" onClick={onDone}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <MessageField
        field={field}
        label="Edited message"
        roomId={room.roomId}
        text={text}
        onText={setText}
        onEnter={save}
        onEscape={onDone}
      >
        <IconButton label="Save" type="submit" className="chat-send" disabled={text.trim() === '' || isPending}>
          <Check aria-hidden="true" />
        </IconButton>
      </MessageField>
      {error ? (
        <p className="chat-failed" role="alert">
          {asAppError(error).message}
        </p>
      ) : null}
    </form>
  );
}
