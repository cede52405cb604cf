import { SendHorizontal, X } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { Message } from '#contract/chat/chat.ts';
import { pictureText } from '#contract/chat/chat-picture-text.ts';
import { useUser } from '#web/data/session.ts';
import { IconButton } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';
import { draftOf, keepDraft } from './drafts.ts';
import { MessageField } from './message-field.tsx';
import { pastedPictures } from './pictures/pasted-pictures.ts';
import { PictureButton } from './pictures/picture-button.tsx';
import { PictureTray } from './pictures/picture-tray.tsx';
import type { ComposedPictures } from './pictures/use-composed-pictures.ts';
import type { Room } from './room.ts';
import { sendMessage } from './send-message.ts';
import { useTypingSignal } from './use-typing-signal.ts';

function ReplyBanner({ to, onCancel }: { to: Message; onCancel: () => void }) {
  return (
    <div className="chat-replying">
      <div>
        <span>
          Replying to <b>{to.senderName}</b>
        </span>
        <p dir="auto">{to.content}</p>
      </div>
      <IconButton label="Cancel reply" onClick={onCancel}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}

interface ComposerProps {
  room: Room;
  connected: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  pictures: ComposedPictures;
  replyTo: Message | undefined;
  onReplied: () => void;
  /** Receives the id of the message replied to, if any. */
  onSent: (repliedTo: string | undefined) => void;
}

/** The text being written: keeps the draft, signals typing and sends the message. */
function useWriting({ room, connected, pictures, replyTo, onReplied, onSent }: ComposerProps) {
  const [text, setText] = useState('');
  const userId = useUser()?.id;
  const tellTyping = useTypingSignal(room);
  // Read the draft after hydration, because the server does not have it.
  useEffect(() => setText(draftOf(userId, room.key)), [userId, room.key]);
  const change = (next: string) => {
    setText(next);
    keepDraft(userId, room.key, next);
    tellTyping(next);
  };
  const send = () => {
    const images = pictures.stored;
    const content = text.trim() || (images.length > 0 ? pictureText : '');
    if (!pictures.areReady() || content === '') return;
    if (!connected) return toast({ title: 'Chat Error', description: 'Socket not connected', variant: 'destructive' });
    change('');
    pictures.clear();
    sendMessage(room, { content, images }, replyTo?.id ?? null);
    onReplied();
    onSent(replyTo?.id);
  };
  return { text, change, send, stopTyping: () => tellTyping('') };
}

/** The form for writing a message. Enter sends, Shift+Enter starts a new line, Escape ends reply mode. */
export function Composer(props: ComposerProps) {
  const { room, connected, field, pictures, replyTo, onReplied } = props;
  const { text, change, send, stopTyping } = useWriting(props);
  useLayoutEffect(() => {
    const area = field.current;
    // When the composer disappears, for example after a mute, the focus moves to the messages.
    return () => {
      if (document.activeElement !== area) return;
      area?.closest('.chat-room')?.querySelector<HTMLElement>('.chat-scroll')?.focus({ preventScroll: true });
    };
  }, [field]);
  const cancelReply = () => {
    onReplied();
    field.current?.focus();
  };
  const { stored, uploads } = pictures;
  const isEmpty = text.trim() === '' && stored.length + uploads.length === 0;
  return (
    <form
      className="chat-composer"
      onPaste={(event) => {
        const files = pastedPictures(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        pictures.add(files);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {replyTo ? <ReplyBanner to={replyTo} onCancel={cancelReply} /> : null}
      <PictureTray pictures={pictures} onChange={() => field.current?.focus()} />
      <MessageField
        field={field}
        label="Message"
        placeholder={replyTo ? 'Write a reply' : 'Write a message'}
        roomId={room.roomId}
        text={text}
        onText={change}
        onEnter={send}
        onEscape={replyTo ? onReplied : undefined}
        onBlur={stopTyping}
        before={<PictureButton onFiles={pictures.add} />}
      >
        {/* During an upload it explains why the message waits. */}
        <IconButton label="Send" type="submit" className="chat-send" disabled={isEmpty || !connected}>
          <SendHorizontal aria-hidden="true" />
        </IconButton>
      </MessageField>
    </form>
  );
}
