import type { ReactNode } from 'react';
import type { UserSummary } from '#contract/accounts.ts';
import { fullDate } from '#contract/values/time.ts';
import { Chip, RelativeTime, type Tone } from '#web/ui/display.tsx';
import { Person } from './person.tsx';

export const timeOrders = [
  ['oldest', 'Oldest first'],
  ['newest', 'Newest first'],
] as const;

export const byTime = { up: 'oldest', down: 'newest' } as const;

export interface EntryProps {
  /** The accessible name of the entry. */
  label: string;
  user: UserSummary;
  /** The user's role in this case. */
  note?: string;
  state: readonly [word: string, tone: Tone];
  at: string;
  decidedAt?: string | null;
  children: ReactNode;
  /** The admin's answer with its heading. */
  answer?: readonly [heading: string, text: string] | undefined;
  /** The actions of the entry. */
  footer?: ReactNode;
}

/** One entry in a drawer: the user, the time, the state, the content and the actions. */
export function Entry({ label, user, note, state: [word, tone], at, decidedAt, children, answer, footer }: EntryProps) {
  return (
    <article className="admin-entry" aria-label={label}>
      <header>
        <Person user={user} {...(note ? { note } : {})} />
        <div className="admin-when">
          <Chip tone={tone}>{word}</Chip>
          <RelativeTime at={at} />
        </div>
      </header>
      {children}
      {answer ? (
        <p className="quote">
          <b>{answer[0]}</b>
          {answer[1]}
        </p>
      ) : null}
      {decidedAt ? <p className="text-sm text-muted">Decided {fullDate(decidedAt)}</p> : null}
      {footer ? <footer>{footer}</footer> : null}
    </article>
  );
}

/** The cell with the state of a row. */
export function StateCell({ state: [word, tone] }: { state: readonly [word: string, tone: Tone] }) {
  return <Chip tone={tone}>{word}</Chip>;
}

/** "Ben Okafor" or "@ben". */
export const nameOf = ({ displayName, username }: UserSummary): string => displayName || `@${username}`;
