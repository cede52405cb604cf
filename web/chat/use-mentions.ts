import { type RefObject, useEffect, useRef, useState } from 'react';
import type { UserSummary } from '#contract/accounts.ts';
import { listMentionable } from '#contract/calls/chat.ts';
import { foldText } from '#contract/values/fold-text.ts';
import { call } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';

interface Token {
  /** Index of the @. */
  start: number;
  text: string;
}

/** The mention being typed before the cursor: an @ and a name of up to five words. Undefined if there is none. */
export function mentionTokenAt(text: string, cursor: number): Token | undefined {
  const found = /(?:^|[\s(])@((?:[\p{L}\p{N}_.'’-]+ ){0,4}[\p{L}\p{N}_.'’-]{0,30})$/u.exec(text.slice(0, cursor));
  if (!found) return undefined;
  const typed = found[1] ?? '';
  return { start: cursor - typed.length - 1, text: typed };
}

const namesOf = ({ username, displayName }: UserSummary) => [username, displayName ?? ''];

/** Filters the server's suggestions. Several typed words must start a name; for one word the server's match is enough. */
export const matchesMention = (person: UserSummary, typed: string) =>
  !typed.includes(' ') || namesOf(person).some((name) => foldText(name).startsWith(foldText(typed)));

interface Mentions {
  people: readonly UserSummary[];
  chosen: number;
  move: (by: number) => void;
  close: () => void;
  update: () => void;
  /** The text with the person's name in it, and where the cursor goes. */
  insert: (person: UserSummary) => { text: string; cursor: number };
}

const pauseMs = 120;
/** The number of suggestions that fit above the composer without scrolling. Typing another letter narrows them down. */
const maxShown = 5;

/** Suggestions for the typed name. If a text has no match, longer texts that start with it send no request. */
function usePeopleMatching(typed: string | undefined, roomId: string | undefined) {
  const [people, setPeople] = useState<readonly UserSummary[]>([]);
  const prefixWithoutMatch = useRef<string>(undefined);
  useEffect(() => {
    if (typed === undefined || !roomId) return setPeople([]);
    if (prefixWithoutMatch.current !== undefined && typed.startsWith(prefixWithoutMatch.current)) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call(listMentionable, { query: { roomId, q: typed } }, { signal: stop.signal }).then(
        (found) => {
          const fitting = found.filter((person) => matchesMention(person, typed));
          prefixWithoutMatch.current = fitting.length === 0 && typed !== '' ? typed : undefined;
          setPeople(fitting);
        },
        (error: unknown) => {
          if (!stop.signal.aborted) logFailure('could not load people to mention', error);
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed, roomId]);
  return typed === undefined ? [] : people.filter((person) => matchesMention(person, typed)).slice(0, maxShown);
}

/** Suggests people for the mention being typed, and inserts the chosen one. */
export function useMentions(field: RefObject<HTMLTextAreaElement | null>, roomId: string | undefined): Mentions {
  const [token, setToken] = useState<Token>();
  const [moved, setMoved] = useState(0);
  /** Index of the @ whose list the person closed; the list stays closed for it. */
  const closed = useRef<number>(undefined);
  const people = usePeopleMatching(token?.text, roomId);

  const close = () => {
    closed.current = token?.start;
    setToken(undefined);
  };
  const chosen = Math.min(moved, Math.max(0, people.length - 1));
  return {
    people,
    chosen,
    close,
    move: (by) => setMoved((chosen + by + people.length) % people.length),
    update: () => {
      const { value = '', selectionStart = 0 } = field.current ?? {};
      const next = mentionTokenAt(value, selectionStart ?? 0);
      if (next?.start !== closed.current) closed.current = undefined;
      if (next && next.start === closed.current) return;
      if (next?.start === token?.start && next?.text === token?.text) return;
      setToken(next);
      setMoved(0);
    },
    insert: ({ username }) => {
      const { value = '', selectionEnd = 0 } = field.current ?? {};
      const before = `${value.slice(0, token?.start ?? 0)}@${username} `;
      close();
      return { text: before + value.slice(selectionEnd ?? 0).trimStart(), cursor: before.length };
    },
  };
}
