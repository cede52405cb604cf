import type { Plan } from '#web/admin-table/bulk.ts';
import { type Report, removable } from './report-labels.ts';

type Planned = Pick<Report, 'status' | 'kind' | 'reported'>;

/** The effect of dismissing one of the selected reports. */
export function dismissalOf({ status, kind }: Planned): Plan {
  if (status !== 'open') return { skip: 'Already decided.' };
  if (kind === 'appeal') return { skip: 'The suspended person reads your answer to an appeal. Review it separately.' };
  return { change: kind === 'objection' ? 'The delivery stands' : 'The reported content stays unchanged' };
}

/** The effect of upholding one of the selected reports. It upholds every open report of the same thing, so later ones are skipped. */
export function upholdingOf({ status, kind, reported }: Planned, earlier: readonly Planned[]): Plan {
  if (status !== 'open') return { skip: 'Already decided.' };
  if (kind === 'objection') return { skip: 'An objection can refund everyone. Review it separately.' };
  if (kind === 'appeal') return { skip: 'An appeal lifts a suspension. Review it separately.' };
  const isSettled = earlier.some(
    (other) => other.status === 'open' && other.kind === kind && other.reported?.id === reported?.id,
  );
  if (isSettled) return { skip: 'Upheld together with another selected report about the same thing.' };
  const what = removable[kind];
  return { change: what && !reported?.gone ? `Removes the ${what} permanently` : 'Records your decision only' };
}
