import { type RefObject, useEffect, useState } from 'react';
import type { UserSummary } from '#contract/accounts.ts';
import { listMentionable } from '#contract/chat.ts';
import { call } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';

interface Token {
  /** Where the @ stands. */
  start: number;
  text: string;
}

/** What is being typed after an @, up to the cursor; undefined elsewhere. */
export function tokenAt(text: string, cursor: number): Token | undefined {
  const found = /(?:^|[\s(])@([\w-]{0,30})$/.exec(text.slice(0, cursor));
  if (!found) return undefined;
  const typed = found[1] ?? '';
  return { start: cursor - typed.length - 1, text: typed };
}

interface Mentioning {
  people: readonly UserSummary[];
  chosen: number;
  move: (by: number) => void;
  close: () => void;
  look: () => void;
  /** The text with the person's name in it, and where the cursor goes. */
  insert: (person: UserSummary) => { text: string; cursor: number };
}

const pauseMs = 120;

/** Whom an @ in the making may mean. */
export function useMentioning(field: RefObject<HTMLTextAreaElement | null>, roomId: string | undefined): Mentioning {
  const [token, setToken] = useState<Token>();
  const [people, setPeople] = useState<readonly UserSummary[]>([]);
  const [chosen, setChosen] = useState(0);
  const typed = token?.text;
  useEffect(() => {
    if (typed === undefined || !roomId) return setPeople([]);
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call(listMentionable, { query: { roomId, q: typed } }, { signal: stop.signal }).then(
        (found) => {
          setPeople(found);
          setChosen(0);
        },
        (error: unknown) => {
          if (!stop.signal.aborted) logFailure('nobody to mention was found', error);
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed, roomId]);

  const close = () => {
    setToken(undefined);
    setPeople([]);
  };
  return {
    people,
    chosen,
    close,
    move: (by) => setChosen((chosen + by + people.length) % people.length),
    look: () => {
      const { value = '', selectionStart = 0 } = field.current ?? {};
      const next = tokenAt(value, selectionStart ?? 0);
      if (next?.start !== token?.start || next?.text !== token?.text) setToken(next);
    },
    insert: ({ username }) => {
      const { value = '', selectionEnd = 0 } = field.current ?? {};
      const before = `${value.slice(0, token?.start ?? 0)}@${username} `;
      close();
      return { text: before + value.slice(selectionEnd ?? 0).trimStart(), cursor: before.length };
    },
  };
}
