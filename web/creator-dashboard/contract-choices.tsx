import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { msg, plural, sentences, type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { isAnsweredBelowGoal } from '#contract/pools/pool-status.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { Checkbox, TextField } from '#web/ui/forms/field.tsx';
import { MoneyField } from '#web/ui/forms/money-field.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { dayMs, daysIn, type Faults, longestOf, mayStartNow, type Terms } from './contract-terms.ts';
import type { Dashboard } from './dashboard-data.ts';

/** The last day on which the creator may deliver, or which days they can choose. */
function daysHint(days: number | null, holding: Dashboard['holding']): Text {
  const most = longestOf(holding);
  const date = days === null ? undefined : fullDate(Date.now() + days * dayMs);
  if (!holding || most >= limits.deliveryDays.max)
    return date === undefined ? t`1 to ${{ most }}` : t`${{ date }}, if collecting ends today`;
  return sentences(
    date === undefined ? t`1 to ${{ most }}.` : t`${{ date }}, if collecting ends today.`,
    t`The latest is ${{ date: fullDate(Date.now() + most * dayMs) }}: the card processor lets us hold money for ${plural({ days: holding.limitDays }, { one: '# day', other: '# days' })} after a charge, including time for failed cards and the quiet period.`,
  );
}

/** Says that the goal is no longer met, and what the creator can do. */
function BelowGoal({ pool }: { pool: CreatorRequest }) {
  const amount = formatMoney(pool.pledgedAmount);
  const until = pool.clocks.responseDueAt;
  return (
    <p className="mb-3">
      <RichText
        text={
          until
            ? msg`<b>The pool is below its goal again.</b> You accept the ${{ amount }} pledged now, or wait for more pledges until ${{ date: fullDate(until) }}.`
            : msg`<b>The pool is below its goal again.</b> You accept the ${{ amount }} pledged now.`
        }
        tags={{ b: (text) => <b>{text}</b> }}
      />
    </p>
  );
}

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
  const below = pool.pledgedAmount < pool.fundingGoal;
  const canStart = mayStartNow(pool, terms.floorCents);
  return (
    <div className="grid content-start gap-4">
      <TextField
        label={t`Days to deliver`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        value={terms.days}
        error={faults.days}
        hint={<span suppressHydrationWarning>{daysHint(daysIn(terms.days, longestOf(holding)), holding)}</span>}
        onChange={(event) => change({ days: event.target.value })}
      />
      <MoneyField
        label={t`Your floor`}
        cents={terms.floorCents}
        error={faults.floor}
        hint={t`The minimum you will accept, at most ${{ goal: formatMoney(pool.fundingGoal) }}. If some cards fail and less is paid, you decide whether to go ahead.`}
        onCents={(floorCents) => change({ floorCents })}
      />
      <div>
        {isAnsweredBelowGoal(pool) ? <BelowGoal pool={pool} /> : null}
        {below && !isAnsweredBelowGoal(pool) ? (
          <Checkbox
            label={t`Accept at the current amount`}
            note={
              canStart
                ? t`Start now with the ${{ amount: formatMoney(pool.pledgedAmount) }} pledged instead of waiting for the goal.`
                : t`Available once pledges (now ${{ amount: formatMoney(pool.pledgedAmount) }}) reach your floor.`
            }
            disabled={!canStart}
            checked={terms.atCurrent && canStart}
            onChange={(event) => change({ atCurrent: event.target.checked })}
          />
        ) : null}
        <Checkbox
          label={t`Allow late pledges`}
          note={t`Fans can still join after the delivery. Their card is charged right away, and they get access. You can change this at any time.`}
          checked={terms.late}
          onChange={(event) => change({ late: event.target.checked })}
        />
      </div>
    </div>
  );
}
