/** Props of recharts parts. Colors are the theme's, so that a chart follows the theme without drawing again. */
export const axisProps = { tick: { fill: 'var(--muted)', fontSize: 13 }, tickLine: false, axisLine: false } as const;

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
