import { Ban, Check, Circle, LoaderCircle, X } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { type Message, msg, type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { asAppError } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/forms/field.tsx';
import { type BulkAction, type Outcome, plannedOutcome, summaryOf, tallyOf } from './bulk.ts';

const icons = { waiting: Circle, running: LoaderCircle, done: Check, failed: X, skipped: Ban };
const iconLooks: Partial<Record<Outcome['state'], string>> = {
  done: 'text-paid-text',
  running: 'animate-[spin_900ms_linear_infinite]',
};
const stateNames: Record<Outcome['state'], Message> = {
  waiting: msg`will change`,
  running: msg`in progress`,
  done: msg`done`,
  failed: msg`failed`,
  skipped: msg`cannot change`,
};

interface Entry<Row> {
  row: Row;
  outcome: Outcome;
}

/** Runs the action row by row, so that each row has its own decision, audit row and result. */
function useRun<Row extends { id: string }>(action: BulkAction<Row>, rows: readonly Row[]) {
  const refresh = useRefresh();
  const [entries, setEntries] = useState<readonly Entry<Row>[]>(() =>
    rows.map((row, index) => ({ row, outcome: plannedOutcome(action.plan(row, rows.slice(0, index))) })),
  );
  const [phase, setPhase] = useState<'plan' | 'run' | 'end'>('plan');
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const put = (id: string, outcome: Outcome) =>
    setEntries((now) => now.map((entry) => (entry.row.id === id ? { ...entry, outcome } : entry)));
  const run = async (reason: string | undefined) => {
    isStopped.current = false;
    setPhase('run');
    for (const { row, outcome } of entries) {
      if (outcome.state !== 'waiting' || isStopped.current) continue;
      put(row.id, { state: 'running', text: outcome.text });
      try {
        await action.run(row, reason);
        put(row.id, { state: 'done', text: textOf(action.done) });
      } catch (error) {
        put(row.id, { state: 'failed', text: verbatim(asAppError(error).message) });
      }
    }
    await refresh(...action.refresh);
    setPhase('end');
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { entries, phase, run, stop };
}

/** Memoized, because a run of hundreds of rows changes one row at a time. */
const Line = memo(function Line({ title, outcome: { state, text } }: { title: string; outcome: Outcome }) {
  const Icon = icons[state];
  return (
    <li
      data-state={state}
      className="flex items-start gap-3 border-t border-line px-1 py-2 text-muted data-[state=failed]:text-danger-text"
    >
      <Icon aria-hidden="true" className={`mt-1 size-4.5 ${iconLooks[state] ?? ''}`} />
      <span className="min-w-0">
        <b className="block truncate text-ink" dir="auto">
          {title}
        </b>
        <span className="sr-only">{textOf(stateNames[state])}: </span>
        <span className="text-sm wrap-anywhere">{text}</span>
      </span>
    </li>
  );
});

function Rows<Row extends { id: string }>({
  entries,
  name,
}: {
  entries: readonly Entry<Row>[];
  name: (row: Row) => string;
}) {
  return (
    <ul className="mb-4 max-h-80 overflow-y-auto" aria-label={t`Rows`}>
      {entries.map(({ row, outcome }) => (
        <Line key={row.id} title={name(row)} outcome={outcome} />
      ))}
    </ul>
  );
}

export interface BulkDialogProps<Row> {
  action: BulkAction<Row>;
  rows: readonly Row[];
  name: (row: Row) => string;
  onClose: (isDone: boolean) => void;
}

const headings = { plan: (question: Text) => question, run: () => t`Working…`, end: () => t`Result` };

/** Previews the effect of a bulk action on each row, runs it, and shows each result. */
export function BulkDialog<Row extends { id: string }>({ action, rows, name, onClose }: BulkDialogProps<Row>) {
  const { entries, phase, run, stop } = useRun(action, rows);
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const reason = text.trim();
  const missing = action.reason && reason.length < limits.reason.min ? t`Reason is required` : undefined;
  const tally = tallyOf(entries.map(({ outcome }) => outcome));
  const close = () => onClose(phase !== 'plan');
  const start = () => {
    setTried(true);
    if (!missing) void run(reason || undefined);
  };
  const buttons = {
    plan: (
      <>
        <Button onClick={close}>{t`Cancel`}</Button>
        {tally.waiting > 0 ? (
          <Button variant={action.variant ?? 'primary'} onClick={start}>
            {action.start(tally.waiting)}
          </Button>
        ) : null}
      </>
    ),
    run: <Button onClick={stop}>{t`Stop after this row`}</Button>,
    end: <Button variant="primary" onClick={close}>{t`Done`}</Button>,
  };
  return (
    <Dialog
      open
      size="md"
      title={headings[phase](action.question(rows.length))}
      dismissible={phase !== 'run'}
      onClose={close}
      footer={buttons[phase]}
    >
      <p className="mb-3" role="status">
        {summaryOf(tally)}
      </p>
      <Rows entries={entries} name={name} />
      {action.reason && phase === 'plan' && tally.waiting > 0 ? (
        <TextArea
          label={textOf(action.reason.label)}
          hint={textOf(action.reason.hint)}
          value={text}
          maxLength={limits.reason.max}
          counter={[reason.length, limits.reason.max]}
          error={tried ? missing : undefined}
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
    </Dialog>
  );
}
