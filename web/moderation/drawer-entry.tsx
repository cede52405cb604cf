import type { ReactNode } from 'react';
import type { UserSummary } from '#contract/accounts.ts';
import { type Message, msg, type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import { fullDate } from '#contract/values/time.ts';
import { Chip, RelativeTime, type Tone } from '#web/ui/display.tsx';
import { Person } from './person.tsx';

export const timeOrders = [
  ['oldest', msg`Oldest first`],
  ['newest', msg`Newest first`],
] as const;

export const byTime = { up: 'oldest', down: 'newest' } as const;

export interface EntryFrameProps {
  /** The accessible name of the entry. */
  label: Text;
  heading: ReactNode;
  state: readonly [word: Message, tone: Tone];
  at: string;
  children: ReactNode;
  /** The actions of the entry. */
  footer?: ReactNode;
}

/** One entry in a drawer: its heading, the state, the time, the content and the actions. */
export function EntryFrame({ label, heading, state: [word, tone], at, children, footer }: EntryFrameProps) {
  return (
    <article className="grid gap-4 pt-2" aria-label={label}>
      <header className="flex flex-wrap justify-between gap-x-4 gap-y-2.5">
        {heading}
        <div className="flex items-center gap-2.5 text-sm text-muted">
          <Chip tone={tone}>{textOf(word)}</Chip>
          <RelativeTime at={at} />
        </div>
      </header>
      {children}
      {footer ? <footer className="flex flex-wrap gap-2.5 empty:hidden">{footer}</footer> : null}
    </article>
  );
}

export interface EntryProps extends Omit<EntryFrameProps, 'heading'> {
  user: UserSummary;
  /** The user's role in this case. */
  note?: Text;
  decidedAt?: string | null;
  /** The admin's answer with its heading. */
  answer?: readonly [heading: Text, text: string] | undefined;
}

/** An entry about a user. */
export function Entry({ user, note, decidedAt, children, answer, ...frame }: EntryProps) {
  return (
    <EntryFrame {...frame} heading={<Person user={user} {...(note ? { note } : {})} />}>
      {children}
      {answer ? (
        <p className="quote">
          <b>{answer[0]}</b>
          <span className="text-start" dir="auto">
            {answer[1]}
          </span>
        </p>
      ) : null}
      {decidedAt ? <p className="text-sm text-muted">{t`Decided ${{ date: fullDate(decidedAt) }}`}</p> : null}
    </EntryFrame>
  );
}

/** The labels and values of an entry. */
export function EntryFacts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-2">{children}</dl>;
}

/** A label with its value, beside it or below. */
export function EntryFact({ label, children }: { label: Text; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[--spacing(27.5)_minmax(0,1fr)]">
      <dt className="font-semibold text-muted">{label}</dt>
      <dd className="max-w-text wrap-anywhere">{children}</dd>
    </div>
  );
}

/** The cell with the state of a row. */
export function StateCell({ state: [word, tone] }: { state: readonly [word: Message, tone: Tone] }) {
  return <Chip tone={tone}>{textOf(word)}</Chip>;
}

/** "Ben Okafor" or "@ben". */
export const nameOf = ({ displayName, username }: UserSummary): Text => verbatim(displayName || `@${username}`);
