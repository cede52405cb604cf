import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { limits } from '#contract/limits.ts';
import { isAnsweredBelowGoal } from '#contract/pools/pool-status.ts';
import { formatMoney } from '#contract/values/money.ts';
import { count, fullDate } from '#contract/values/time.ts';
import { Checkbox, TextField } from '#web/ui/forms/field.tsx';
import { MoneyField } from '#web/ui/forms/money-field.tsx';
import { dayMs, daysIn, type Faults, longestOf, mayStartNow, type Terms } from './contract-terms.ts';
import type { Dashboard } from './dashboard-data.ts';

/** The fields in which a creator sets the terms of a pool. */
export function Choices({
  pool,
  terms,
  faults,
  holding,
  change,
}: {
  pool: CreatorRequest;
  terms: Terms;
  faults: Faults;
  holding: Dashboard['holding'];
  change: (part: Partial<Terms>) => void;
}) {
  const maxDays = longestOf(holding);
  const days = daysIn(terms.days, maxDays);
  const below = pool.pledgedAmount < pool.fundingGoal;
  const canStart = mayStartNow(pool, terms.floorCents);
  return (
    <div className="grid content-start gap-4">
      <TextField
        label="Days to deliver"
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        value={terms.days}
        error={faults.days}
        hint={
          <span suppressHydrationWarning>
            {days === null ? `1 to ${maxDays}` : `${fullDate(Date.now() + days * dayMs)}, if collecting ends today`}
            <span>
              {holding && maxDays < limits.deliveryDays.max
                ? `. The latest is ${fullDate(Date.now() + maxDays * dayMs)}: the card processor lets us hold money for ${count(holding.limitDays, 'day')} after a charge, including time for failed cards and the quiet period.`
                : null}
            </span>
          </span>
        }
        onChange={(event) => change({ days: event.target.value })}
      />
      <MoneyField
        label="Your floor"
        cents={terms.floorCents}
        error={faults.floor}
        hint={`The minimum you will accept, at most ${formatMoney(pool.fundingGoal)}. If some cards fail and less is paid, you decide whether to go ahead.`}
        onCents={(floorCents) => change({ floorCents })}
      />
      <div>
        {isAnsweredBelowGoal(pool) ? (
          <p className="mb-3">
            <b>The pool is below its goal again.</b> You accept the {formatMoney(pool.pledgedAmount)} pledged now
            <span>
              {pool.clocks.responseDueAt
                ? `, or wait for more pledges until ${fullDate(pool.clocks.responseDueAt)}.`
                : '.'}
            </span>
          </p>
        ) : null}
        {below && !isAnsweredBelowGoal(pool) ? (
          <Checkbox
            label="Accept at the current amount"
            note={
              canStart
                ? `Start now with the ${formatMoney(pool.pledgedAmount)} pledged instead of waiting for the goal.`
                : `Available once pledges (now ${formatMoney(pool.pledgedAmount)}) reach your floor.`
            }
            disabled={!canStart}
            checked={terms.atCurrent && canStart}
            onChange={(event) => change({ atCurrent: event.target.checked })}
          />
        ) : null}
        <Checkbox
          label="Allow late pledges"
          note="Fans can still join after the delivery. Their card is charged right away, and they get access. You can change this at any time."
          checked={terms.late}
          onChange={(event) => change({ late: event.target.checked })}
        />
      </div>
    </div>
  );
}
