import { SendHorizontal } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { Message } from '#contract/chat/chat.ts';
import { pictureText } from '#contract/chat/message-text.ts';
import { msg, t } from '#contract/language/text.ts';
import { useUser } from '#web/data/session.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AboutMessage, ComposerForm, SubmitButton } from './composer-parts.tsx';
import { draftOf, keepDraft } from './drafts.ts';
import { MessageField } from './message-field.tsx';
import { pastedPictures } from './pictures/pasted-pictures.ts';
import { PictureButton } from './pictures/picture-button.tsx';
import { PictureTray } from './pictures/picture-tray.tsx';
import type { ComposedPictures } from './pictures/use-composed-pictures.ts';
import type { Room } from './room.ts';
import { sendMessage } from './send-message.ts';
import { useTypingSignal } from './use-typing-signal.ts';

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
    if (!connected) {
      return toast({ title: t`Chat Error`, description: t`Socket not connected`, variant: 'destructive' });
    }
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
    <ComposerForm
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
      {replyTo ? (
        <AboutMessage
          title={
            <span>
              <RichText
                text={msg`Replying to <b>${{ name: replyTo.senderName }}</b>`}
                tags={{ b: (text) => <b>{text}</b> }}
              />
            </span>
          }
          text={replyTo.content}
          cancel={t`Cancel reply`}
          onCancel={cancelReply}
        />
      ) : null}
      <PictureTray pictures={pictures} onChange={() => field.current?.focus()} />
      <MessageField
        field={field}
        label={t`Message`}
        placeholder={replyTo ? t`Write a reply` : t`Write a message`}
        roomId={room.roomId}
        text={text}
        onText={change}
        onEnter={send}
        onEscape={replyTo ? onReplied : undefined}
        onBlur={stopTyping}
        before={<PictureButton onFiles={pictures.add} />}
      >
        {/* During an upload it explains why the message waits. */}
        <SubmitButton label={t`Send`} disabled={isEmpty || !connected}>
          <SendHorizontal aria-hidden="true" />
        </SubmitButton>
      </MessageField>
    </ComposerForm>
  );
}
