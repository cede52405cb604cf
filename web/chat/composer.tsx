import { SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UserSummary } from '#contract/accounts.ts';
import type { Message } from '#contract/chat.ts';
import { limits } from '#contract/limits.ts';
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
  /** With the id of what was answered. */
  onSent: (repliedTo: string | undefined) => void;
}

/** What is being written: kept, told as typing, and sent. */
function useWriting({ room, connected, field, replyTo, onReplied, onSent }: ComposerProps) {
  const [text, setText] = useState('');
  const tellTyping = useTypingSignal(room);
  // The server knows no drafts.
  useEffect(() => setText(draftOf(room.key)), [room.key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as high as its text
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight + 2, 160)}px`;
  }, [text, field]);
  const change = (next: string) => {
    setText(next);
    keepDraft(room.key, next);
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
  /** Ends the answer; undefined where there is none. */
  endReply: (() => void) | undefined;
}

/** The keys of the list of people, while it is open. True where the key was for them. */
function keyForPeople(event: KeyboardEvent, { mentioning, choose }: Keys): boolean {
  const person = mentioning.people[mentioning.chosen];
  if (!person) return false;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') mentioning.move(event.key === 'ArrowDown' ? 1 : -1);
  else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(person);
  else if (event.key === 'Escape') mentioning.close();
  else return false;
  return true;
}

function onKey(event: KeyboardEvent, keys: Keys): void {
  // A word in the making, as Japanese and Chinese are typed.
  if (event.nativeEvent.isComposing) return;
  if (!keyForPeople(event, keys)) {
    if (event.key === 'Escape' && keys.endReply) keys.endReply();
    else if (event.key === 'Enter' && !event.shiftKey) keys.send();
    else return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/** Where a message is written. Enter sends, Shift and Enter begin a line, Escape ends an answer. */
export function Composer(props: ComposerProps) {
  const { room, connected, field, replyTo, onReplied } = props;
  const id = useId();
  const { text, change, send, stopTyping } = useWriting(props);
  const mentioning = useMentions(field, room.roomId);
  const choosing = mentioning.people.length > 0;
  useLayoutEffect(() => {
    const area = field.current;
    // Whoever may no longer write reads on, with the keyboard where they were.
    return () => {
      if (document.activeElement !== area) return;
      area?.closest('.chat-room')?.querySelector<HTMLElement>('.chat-scroll')?.focus({ preventScroll: true });
    };
  }, [field]);
  // An @ in the next message is another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the field was emptied
  useEffect(() => {
    if (text === '') mentioning.look();
  }, [text]);
  const cancelReply = () => {
    onReplied();
    field.current?.focus();
  };
  const choose = (person: UserSummary) => {
    const next = mentioning.insert(person);
    // At once: the next key may come before the next frame, and belongs behind the name.
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
            mentioning.look();
          }}
          onKeyDown={(event) => onKey(event, { mentioning, choose, send, endReply: replyTo ? onReplied : undefined })}
          onSelect={mentioning.look}
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
