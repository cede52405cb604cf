import type { ReactNode } from 'react';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { formatItems } from '#contract/language/lists.ts';
import { type Message, plural, type Text, t, verbatim } from '#contract/language/text.ts';
import type { ButtonVariant } from '#web/ui/button.tsx';

/** The effect of an action on a row: either the change, or the reason why it is impossible. */
export type Plan = { change: Text } | { skip: Text };

/** An action on the selected rows. The server decides again for each row. */
export interface BulkAction<Row> {
  key: string;
  /** On the button that opens the dialog: "Freeze…". */
  open: Message;
  /** The title of the dialog: "Freeze 3 rows?" */
  question: (rows: number) => Text;
  /** On the button that starts the run: "Freeze 3". */
  start: (rows: number) => Text;
  icon?: ReactNode;
  variant?: ButtonVariant;
  /** If present, the admin must enter a reason. */
  reason?: { label: Message; hint: Message };
  /** `earlier` are the selected rows before this one, which the action changes first. */
  plan: (row: Row, earlier: readonly Row[]) => Plan;
  run: (row: Row, reason: string | undefined) => Promise<unknown>;
  /** The result for a row: "Frozen". */
  done: Message;
  /** Endpoints to fetch again afterward. */
  refresh: readonly AnyEndpoint[];
}

/** An action on the selection as a whole, such as a file with all selected rows. It asks for confirmation itself. */
export interface SelectionAction<Row> {
  key: string;
  /** On the button: "Export records…". */
  open: Message;
  icon?: ReactNode;
  onAct: (rows: readonly Row[]) => void;
}

export type Outcome =
  | { state: 'waiting'; text: Text }
  | { state: 'running'; text: Text }
  | { state: 'done'; text: Text }
  | { state: 'failed'; text: Text }
  | { state: 'skipped'; text: Text };

export function plannedOutcome(plan: Plan): Outcome {
  return 'skip' in plan ? { state: 'skipped', text: plan.skip } : { state: 'waiting', text: plan.change };
}

export interface Tally {
  waiting: number;
  running: number;
  done: number;
  failed: number;
  skipped: number;
}

export function tallyOf(outcomes: Iterable<Outcome>): Tally {
  const tally = { waiting: 0, running: 0, done: 0, failed: 0, skipped: 0 };
  for (const { state } of outcomes) tally[state] += 1;
  return tally;
}

/** The sentence above the preview, and after the run above the results. */
export function summaryOf({ waiting, running, done, failed, skipped }: Tally): Text {
  if (done + failed + running === 0) {
    if (waiting === 0) return t`None of these rows can change.`;
    return skipped === 0
      ? t`${plural({ rows: waiting }, { one: '# row', other: '# rows' })} will change.`
      : t`${plural({ rows: waiting }, { one: '# row', other: '# rows' })} will change, ${plural({ skipped }, { other: '# cannot' })}.`;
  }
  const parts = [t`${plural({ done }, { other: '# changed' })}`];
  if (failed > 0) parts.push(t`${plural({ failed }, { other: '# failed' })}`);
  if (waiting + running > 0) parts.push(t`${plural({ rows: waiting + running }, { other: '# to go' })}`);
  if (skipped > 0) parts.push(t`${plural({ skipped }, { other: '# unchanged' })}`);
  return verbatim(`${formatItems(parts)}.`);
}
