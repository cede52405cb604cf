import { type ReactNode, useState } from 'react';
import type { UserSummary } from '#contract/accounts.ts';
import type { DataQuery } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip, RelativeTime, type Tone } from '#web/ui/display.tsx';
import { SkeletonList } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CardSkeleton } from './card-skeleton.tsx';
import { Person } from './person.tsx';
import { type Page, QueueList, QueueTools, useQueue } from './queue-frame.tsx';
import type { Queue, QueueState } from './queue-state.ts';
import { QueueTabs } from './queue-tabs.tsx';

/** The state tabs of a queue whose entries are approved or rejected. */
export const claimTabs = [
  ['pending', 'Waiting'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
  ['all', 'All'],
] as const;

export type ClaimAction = 'approve' | 'reject';

/** The buttons to approve or reject an entry. */
export function ClaimActions({ onAct }: { onAct: (act: ClaimAction) => void }) {
  return (
    <>
      <Button variant="paid" onClick={() => onAct('approve')}>
        Approve…
      </Button>
      <Button onClick={() => onAct('reject')}>Reject…</Button>
    </>
  );
}

export interface QueueCardProps {
  /** The accessible name of the card. */
  label: string;
  user: UserSummary;
  /** The user's role in this case. */
  note?: string;
  state: readonly [word: string, tone: Tone];
  at: string;
  children: ReactNode;
  /** The admin's answer with its heading. */
  answer?: readonly [heading: string, text: string] | undefined;
  /** The actions of the card. */
  footer?: ReactNode;
}

/** One entry: the user, the time, the state, the content and the actions. */
export function QueueCard({ label, user, note, state: [word, tone], at, children, answer, footer }: QueueCardProps) {
  return (
    <article className="card admin-card" aria-label={label}>
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
      {footer ? <footer>{footer}</footer> : null}
    </article>
  );
}

export interface ClaimFrameProps<Status extends string> {
  label: string;
  item: { status: Status; user: UserSummary; createdAt: string; reason: string | null };
  states: Record<Status, readonly [word: string, tone: Tone]>;
  onAct: (act: ClaimAction) => void;
  /** Actions for an approved entry. */
  approved?: ReactNode;
  children: ReactNode;
}

/** A card to approve or reject. Once decided, it shows the reason instead of the buttons. */
export function ClaimFrame<Status extends 'pending' | 'approved' | 'rejected'>(props: ClaimFrameProps<Status>) {
  const { label, item, states, onAct, approved = null, children } = props;
  const { status, user, createdAt, reason } = item;
  return (
    <QueueCard
      label={label}
      user={user}
      state={states[status]}
      at={createdAt}
      answer={reason ? ['Reason given', reason] : undefined}
      footer={status === 'pending' ? <ClaimActions onAct={onAct} /> : status === 'approved' ? approved : null}
    >
      {children}
    </QueueCard>
  );
}

export interface QueuePageProps<T extends { id: string }, Act> {
  queue: Queue;
  title: string;
  lead: string;
  tabs: readonly (readonly [status: string, label: string])[];
  searchLabel: string;
  wanted: (state: QueueState) => DataQuery<Page<T>>;
  failed: string;
  empty: { title: string; text: string };
  /** Further filters beside the search. */
  tools?: ReactNode;
  /** A message above the list. */
  above?: ReactNode;
  card: (item: T, onAct: (act: Act) => void, index: number) => ReactNode;
  /** The confirmation dialog of an action. */
  dialog: (item: T, act: Act, onClose: () => void) => ReactNode;
}

/** An admin queue: state tabs, search, cards with actions, and the confirmation dialog. */
export function QueuePage<T extends { id: string }, Act>(props: QueuePageProps<T, Act>) {
  const { queue, card, dialog } = props;
  const state = useQueue(queue);
  const [acting, setActing] = useState<{ item: T; act: Act }>();
  return (
    <>
      <PageHeader title={props.title} lead={props.lead} />
      {props.above}
      <QueueTabs queue={queue} state={state} label="States" tabs={props.tabs} />
      <QueueTools queue={queue} state={state} searchLabel={props.searchLabel}>
        {props.tools}
      </QueueTools>
      <QueueList
        queue={queue}
        state={state}
        wanted={props.wanted(state)}
        loading={
          <SkeletonList count={3}>
            <CardSkeleton />
          </SkeletonList>
        }
        failed={props.failed}
        empty={props.empty}
      >
        {(items, busy) => (
          <ul className="grid gap-4" aria-busy={busy}>
            {items.map((item, index) => (
              <li key={item.id}>{card(item, (act) => setActing({ item, act }), index)}</li>
            ))}
          </ul>
        )}
      </QueueList>
      {acting ? dialog(acting.item, acting.act, () => setActing(undefined)) : null}
    </>
  );
}
