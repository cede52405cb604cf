import type { ReactNode } from 'react';
import type { Text } from '#contract/language/text.ts';

export type Fact = readonly [label: Text, value: ReactNode];

interface FactListProps {
  facts: readonly Fact[];
  /** The last line is the sum of the others. */
  hasSum?: boolean;
}

/** Labels with their values at the other end of the line. */
export function FactList({ facts, hasSum }: FactListProps) {
  return (
    <dl className="grid gap-1.5 text-sm tabular-nums">
      {facts.map(([label, value], index) => {
        const isSum = hasSum && index === facts.length - 1;
        return (
          <div
            key={label}
            className={`flex justify-between gap-3 ${isSum ? 'border-t border-line-strong pt-1.5 font-[650]' : ''}`}
          >
            <dt className={isSum ? '' : 'text-muted'}>{label}</dt>
            <dd className="text-end font-[650]">{value}</dd>
          </div>
        );
      })}
    </dl>
  );
}
