import { t, textOf } from '#contract/language/text.ts';
import type { Plan } from '#web/admin-table/bulk.ts';
import { type Report, removals } from './report-labels.ts';

type Planned = Pick<Report, 'status' | 'kind' | 'reported'>;

/** The effect of dismissing one of the selected reports. */
export function dismissalOf({ status, kind }: Planned): Plan {
  if (status !== 'open') return { skip: t`Already decided.` };
  if (kind === 'appeal') return { skip: t`The suspended person reads your answer to an appeal. Review it separately.` };
  return { change: kind === 'objection' ? t`The delivery stands` : t`The reported content stays unchanged` };
}

/** The effect of upholding one of the selected reports. It upholds every open report of the same thing, so later ones are skipped. */
export function upholdingOf({ status, kind, reported }: Planned, earlier: readonly Planned[]): Plan {
  if (status !== 'open') return { skip: t`Already decided.` };
  if (kind === 'objection') return { skip: t`An objection can refund everyone. Review it separately.` };
  if (kind === 'appeal') return { skip: t`An appeal lifts a suspension. Review it separately.` };
  const isSettled = earlier.some(
    (other) => other.status === 'open' && other.kind === kind && other.reported?.id === reported?.id,
  );
  if (isSettled) return { skip: t`Upheld together with another selected report about the same thing.` };
  const removal = reported?.gone ? undefined : removals[kind];
  return { change: removal ? textOf(removal.change) : t`Records your decision only` };
}
