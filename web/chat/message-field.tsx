import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import type { UserSummary } from '#contract/accounts.ts';
import { type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { useMentions } from './use-mentions.ts';

const { messageMax } = limits.chat;
const showsCounterFrom = messageMax - 200;

interface PeopleProps {
  id: string;
  people: readonly UserSummary[];
  chosen: number;
  onChoose: (person: UserSummary) => void;
}

function People({ id, people, chosen, onChoose }: PeopleProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t`People to mention`}
      className="absolute inset-x-3 bottom-full z-5 rounded-lg bg-raised p-1.5 shadow-float forced-colors:border"
    >
      {people.map((person, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the keyboard stays in the text, as in any combobox
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field
        <div
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1 text-muted hover:bg-(--hover-raised) aria-selected:bg-(--hover-raised)"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Avatar name={person.displayName || person.username} src={person.avatarUrl} />
          {/* A long display name leaves room for the username. */}
          <span className="flex min-w-0 gap-1.5 overflow-hidden">
            <b className="truncate text-ink">{person.displayName || person.username}</b> @{person.username}
          </span>
        </div>
      ))}
    </div>
  );
}

interface Keys {
  mentioning: ReturnType<typeof useMentions>;
  choose: (person: UserSummary) => void;
  onEnter: () => void;
  onEscape: (() => void) | undefined;
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
    if (event.key === 'Escape' && keys.onEscape) keys.onEscape();
    else if (event.key === 'Enter' && !event.shiftKey) keys.onEnter();
    else return;
  }
  event.preventDefault();
  event.stopPropagation();
}

interface FieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  label: Text;
  placeholder?: string;
  roomId: string | undefined;
  text: string;
  onText: (text: string) => void;
  onEnter: () => void;
  /** Undefined if Escape does nothing here. */
  onEscape: (() => void) | undefined;
  onBlur?: () => void;
  /** The button before the field. */
  before?: ReactNode;
  /** The buttons after the field. */
  children: ReactNode;
}

/** The field for the text of a message, with suggestions for mentions. */
export function MessageField({
  field,
  label,
  placeholder,
  roomId,
  text,
  onText,
  onEnter,
  onEscape,
  onBlur,
  before,
  children,
}: FieldProps) {
  const id = useId();
  const mentioning = useMentions(field, roomId);
  const choosing = mentioning.people.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: adjusts the height whenever the text changes
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight + 2, 160)}px`;
  }, [text, field]);
  // An @ in the next message starts a new mention.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the field becomes empty
  useEffect(() => {
    if (text === '') mentioning.update();
  }, [text]);
  const choose = (person: UserSummary) => {
    const next = mentioning.insert(person);
    // Synchronously, because the next key press may come before the next frame and must follow the name.
    flushSync(() => onText(next.text));
    field.current?.focus();
    field.current?.setSelectionRange(next.cursor, next.cursor);
  };
  return (
    <>
      {choosing ? (
        <People id={`${id}-people`} people={mentioning.people} chosen={mentioning.chosen} onChoose={choose} />
      ) : null}
      <div className="flex items-end gap-1.5">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        {before}
        <textarea
          ref={field}
          id={id}
          className="input max-h-40 min-h-11 flex-1 resize-none"
          dir="auto"
          rows={1}
          placeholder={placeholder}
          maxLength={messageMax}
          enterKeyHint="send"
          value={text}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={choosing ? `${id}-people` : undefined}
          aria-activedescendant={choosing ? `${id}-people-${mentioning.chosen}` : undefined}
          onChange={(event) => {
            onText(event.target.value);
            mentioning.update();
          }}
          onKeyDown={(event) => onKey(event, { mentioning, choose, onEnter, onEscape })}
          onSelect={mentioning.update}
          onBlur={() => {
            onBlur?.();
            mentioning.close();
          }}
        />
        {children}
      </div>
      {text.length > showsCounterFrom ? (
        <p className="field-counter px-1 pt-1 text-end text-xs">
          {text.length}/{messageMax}
        </p>
      ) : null}
    </>
  );
}
