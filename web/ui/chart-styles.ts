import { formatMoney } from '#contract/values/money.ts';

/** Props of recharts parts. The drawing itself always runs from left to right (ui/display.css). Colors are the theme's, so that a chart follows the theme without drawing again. */
export const axisProps = {
  tick: { fill: 'var(--muted)', fontSize: 13, style: { unicodeBidi: 'plaintext' } },
  tickLine: false,
  axisLine: false,
} as const;

/** The axis of an amount in cents reaches at least this far, because the library labels an axis of zeros with $0.01 to $0.04. */
const smallestAxisCents = 10_00;

/** Props of the axis of amounts in cents. Zero is always on it. */
export const moneyAxisProps = {
  ...axisProps,
  width: 'auto',
  tickFormatter: (cents: number) => formatMoney(cents),
  domain: [(lowest: number) => Math.min(0, lowest), (highest: number) => Math.max(smallestAxisCents, highest)],
} as const;

export const tooltipProps = {
  isAnimationActive: false,
  contentStyle: {
    background: 'var(--raised)',
    border: 0,
    borderRadius: 'var(--radius-md)',
    boxShadow: 'var(--float)',
  },
  itemStyle: { color: 'var(--ink)' },
  labelStyle: { color: 'var(--muted)' },
} as const;
