import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { MoneyDay } from '#contract/admin/money.ts';
import { type Message, textOf } from '#contract/language/text.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { shortDate } from '#contract/values/time.ts';
import { axisProps, moneyAxisProps, tooltipProps } from '#web/ui/chart-styles.ts';

export interface Series {
  key: Exclude<keyof MoneyDay, 'day'>;
  label: Message;
  tone: 'accent' | 'paid' | 'ink' | 'love';
}

const heightPx = 260;
/** Noon, so that every time zone shows the same day. */
const dayText = (day: unknown) => shortDate(`${day}T12:00:00Z`);

/** Running sums by day. */
export function MoneyChart({ days, series }: { days: readonly MoneyDay[]; series: readonly Series[] }) {
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <LineChart data={[...days]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="day" tickFormatter={dayText} {...axisProps} minTickGap={48} />
        <YAxis {...moneyAxisProps} />
        <Tooltip
          {...tooltipProps}
          labelFormatter={dayText}
          formatter={(cents, name) => [formatMoneyExact(Number(cents)), name]}
        />
        {series.map(({ key, label, tone }) => (
          <Line
            key={key}
            dataKey={key}
            name={textOf(label)}
            stroke={`var(--${tone})`}
            strokeWidth={2.5}
            dot={false}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}
