import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { MonthFigures } from '#contract/creators/creator-statement.ts';
import { type Message, textOf } from '#contract/language/text.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { monthName, shortMonth } from '#contract/values/months.ts';
import { axisProps, moneyAxisProps, tooltipProps } from '#web/ui/chart-styles.ts';

export interface Series {
  key: keyof Omit<MonthFigures, 'month'>;
  label: Message;
  tone: 'paid' | 'accent' | 'muted' | 'love';
}

const heightPx = 240;

/** Bars by month. */
export function MonthChart({
  months,
  series,
  stacked,
}: {
  months: readonly MonthFigures[];
  series: readonly Series[];
  stacked: boolean;
}) {
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <BarChart data={[...months]} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="month" tickFormatter={shortMonth} {...axisProps} />
        <YAxis {...moneyAxisProps} />
        <Tooltip
          cursor={{ fill: 'var(--hover)' }}
          {...tooltipProps}
          labelFormatter={(month) => monthName(String(month))}
          formatter={(cents, name) => [formatMoneyExact(Number(cents)), name]}
        />
        {series.map(({ key, label, tone }, index) => (
          <Bar
            key={key}
            dataKey={key}
            name={textOf(label)}
            fill={tone === 'muted' ? 'var(--line-strong)' : `var(--${tone})`}
            {...(stacked ? { stackId: 'sum' } : {})}
            radius={!stacked || index === series.length - 1 ? [4, 4, 0, 0] : 0}
            maxBarSize={stacked ? 44 : 20}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
