import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { MonthFigures } from '#contract/creator-statement.ts';
import { formatMoney, formatMoneyExact } from '#contract/values/money.ts';
import { monthName, shortMonth } from './months.ts';

export interface Series {
  key: keyof Omit<MonthFigures, 'month'>;
  label: string;
  tone: 'paid' | 'accent' | 'muted' | 'love';
}

const axis = { fill: 'var(--muted)', fontSize: 13 } as const;
const heightPx = 240;

/** Bars by month. Colors are the theme's, so that the chart follows it without drawing again. */
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
        <XAxis dataKey="month" tickFormatter={shortMonth} tick={axis} tickLine={false} axisLine={false} />
        <YAxis
          width="auto"
          tickFormatter={(cents: number) => formatMoney(cents)}
          tick={axis}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          cursor={{ fill: 'var(--hover)' }}
          isAnimationActive={false}
          wrapperClassName="dashboard-tooltip"
          contentStyle={{
            background: 'var(--raised)',
            border: 0,
            borderRadius: 'var(--radius-md)',
            boxShadow: 'var(--float)',
          }}
          itemStyle={{ color: 'var(--ink)' }}
          labelStyle={{ color: 'var(--muted)' }}
          labelFormatter={(month) => monthName(String(month))}
          formatter={(cents, name) => [formatMoneyExact(Number(cents)), name]}
        />
        {series.map(({ key, label, tone }, index) => (
          <Bar
            key={key}
            dataKey={key}
            name={label}
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
