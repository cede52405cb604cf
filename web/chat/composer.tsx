import { SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UserSummary } from '#contract/accounts.ts';
import type { Message } from '#contract/chat.ts';
import { limits } from '#contract/limits.ts';
import { useUser } from '#web/data/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';
import { draftOf, keepDraft } from './drafts.ts';
import type { Room } from './room.ts';
import { sendMessage } from './send-message.ts';
import { useMentions } from './use-mentions.ts';
import { useTypingSignal } from './use-typing-signal.ts';

const { messageMax } = limits.chat;
const showsCounterFrom = messageMax - 200;

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

interface PeopleProps {
  id: string;
  people: readonly UserSummary[];
  chosen: number;
  onChoose: (person: UserSummary) => void;
}

function People({ id, people, chosen, onChoose }: PeopleProps) {
  return (
    <div id={id} role="listbox" aria-label="People to mention" className="chat-people">
      {people.map((person, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the keyboard stays in the text, as in any combobox
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field
        <div
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Avatar name={person.displayName || person.username} src={person.avatarUrl} />
          <span>
            <b>{person.displayName || person.username}</b> @{person.username}
          </span>
        </div>
      ))}
    </div>
  );
}

interface ComposerProps {
  room: Room;
  connected: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  replyTo: Message | undefined;
  onReplied: () => void;
  /** Receives the id of the message replied to, if any. */
  onSent: (repliedTo: string | undefined) => void;
}

/** The text being written: keeps the draft, signals typing and sends the message. */
function useWriting({ room, connected, field, replyTo, onReplied, onSent }: ComposerProps) {
  const [text, setText] = useState('');
  const userId = useUser()?.id;
  const tellTyping = useTypingSignal(room);
  // Read the draft after hydration, because the server does not have it.
  useEffect(() => setText(draftOf(userId, room.key)), [userId, room.key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: adjusts the height whenever the text changes
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight + 2, 160)}px`;
  }, [text, field]);
  const change = (next: string) => {
    setText(next);
    keepDraft(userId, room.key, next);
    tellTyping(next);
  };
  const send = () => {
    const content = text.trim();
    if (content === '') return;
    if (!connected) return toast({ title: 'Chat Error', description: 'Socket not connected', variant: 'destructive' });
    change('');
    sendMessage(room, content, replyTo?.id ?? null);
    onReplied();
    onSent(replyTo?.id);
  };
  return { text, change, send, stopTyping: () => tellTyping('') };
}

interface Keys {
  mentioning: ReturnType<typeof useMentions>;
  choose: (person: UserSummary) => void;
  send: () => void;
  /** Ends reply mode; undefined outside reply mode. */
  endReply: (() => void) | undefined;
}

/** Handles the keys of the mention list while it is open. Returns true if it handled the key. */
function handleMentionKey(event: KeyboardEvent, { mentioning, choose }: Keys): boolean {
  const person = mentioning.people[mentioning.chosen];
  if (!person) return false;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') mentioning.move(event.key === 'ArrowDown' ? 1 : -1);
  else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(person);
  else if (event.key === 'Escape') mentioning.close();
  else return false;
  return true;
}

function onKey(event: KeyboardEvent, keys: Keys): void {
  if (!handleMentionKey(event, keys)) {
    if (event.key === 'Escape' && keys.endReply) keys.endReply();
    else if (event.key === 'Enter' && !event.shiftKey) keys.send();
    else return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/** The field for writing a message. Enter sends, Shift+Enter starts a new line, Escape ends reply mode. */
export function Composer(props: ComposerProps) {
  const { room, connected, field, replyTo, onReplied } = props;
  const id = useId();
  const { text, change, send, stopTyping } = useWriting(props);
  const mentioning = useMentions(field, room.roomId);
  const choosing = mentioning.people.length > 0;
  useLayoutEffect(() => {
    const area = field.current;
    // When the composer disappears, for example after a mute, the focus moves to the messages.
    return () => {
      if (document.activeElement !== area) return;
      area?.closest('.chat-room')?.querySelector<HTMLElement>('.chat-scroll')?.focus({ preventScroll: true });
    };
  }, [field]);
  // An @ in the next message starts a new mention.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the field becomes empty
  useEffect(() => {
    if (text === '') mentioning.update();
  }, [text]);
  const cancelReply = () => {
    onReplied();
    field.current?.focus();
  };
  const choose = (person: UserSummary) => {
    const next = mentioning.insert(person);
    // Synchronously, because the next key press may come before the next frame and must follow the name.
    flushSync(() => change(next.text));
    field.current?.focus();
    field.current?.setSelectionRange(next.cursor, next.cursor);
  };
  return (
    <form
      className="chat-composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {choosing ? (
        <People id={`${id}-people`} people={mentioning.people} chosen={mentioning.chosen} onChoose={choose} />
      ) : null}
      {replyTo ? <ReplyBanner to={replyTo} onCancel={cancelReply} /> : null}
      <div className="chat-write">
        <label htmlFor={id} className="sr-only">
          Message
        </label>
        <textarea
          ref={field}
          id={id}
          className="input"
          dir="auto"
          rows={1}
          placeholder={replyTo ? 'Write a reply' : 'Write a message'}
          maxLength={messageMax}
          enterKeyHint="send"
          value={text}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={choosing ? `${id}-people` : undefined}
          aria-activedescendant={choosing ? `${id}-people-${mentioning.chosen}` : undefined}
          onChange={(event) => {
            change(event.target.value);
            mentioning.update();
          }}
          onKeyDown={(event) => onKey(event, { mentioning, choose, send, endReply: replyTo ? onReplied : undefined })}
          onSelect={mentioning.update}
          onBlur={() => {
            stopTyping();
            mentioning.close();
          }}
        />
        <IconButton label="Send" type="submit" className="chat-send" disabled={text.trim() === '' || !connected}>
          <SendHorizontal aria-hidden="true" />
        </IconButton>
      </div>
      {text.length > showsCounterFrom ? (
        <p className="field-counter">
          {text.length}/{messageMax}
        </p>
      ) : null}
    </form>
  );
}
