import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { MoneyDay } from '#contract/admin/money.ts';
import { formatMoney, formatMoneyExact } from '#contract/values/money.ts';
import { shortDate } from '#contract/values/time.ts';

export interface Series {
  key: Exclude<keyof MoneyDay, 'day'>;
  label: string;
  tone: 'accent' | 'paid' | 'ink' | 'love';
}

const axis = { fill: 'var(--muted)', fontSize: 13 } as const;
const heightPx = 260;
/** Noon, so that every time zone shows the same day. */
const dayText = (day: unknown) => shortDate(`${day}T12:00:00Z`);

/** Running sums by day. Colors are the theme's, so that the chart follows it without drawing again. */
export function MoneyChart({ days, series }: { days: readonly MoneyDay[]; series: readonly Series[] }) {
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <LineChart data={[...days]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="day" tickFormatter={dayText} tick={axis} tickLine={false} axisLine={false} minTickGap={48} />
        <YAxis
          width="auto"
          tickFormatter={(cents: number) => formatMoney(cents)}
          tick={axis}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          isAnimationActive={false}
          contentStyle={{
            background: 'var(--raised)',
            border: 0,
            borderRadius: 'var(--radius-md)',
            boxShadow: 'var(--float)',
          }}
          itemStyle={{ color: 'var(--ink)' }}
          labelStyle={{ color: 'var(--muted)' }}
          labelFormatter={dayText}
          formatter={(cents, name) => [formatMoneyExact(Number(cents)), name]}
        />
        {series.map(({ key, label, tone }) => (
          <Line
            key={key}
            dataKey={key}
            name={label}
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
