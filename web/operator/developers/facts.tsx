import type { ReactNode } from 'react';

interface FactsProps {
  rows: readonly { name: string; term: ReactNode; text: ReactNode }[];
  /** The texts are short, and stay beside their terms on a phone. */
  short?: boolean;
}

/** Terms with their meanings: beside each other, and below each other on a phone. Nothing scrolls sideways. */
export function Facts({ rows, short = false }: FactsProps) {
  const look = short
    ? 'flex items-baseline justify-between gap-4'
    : 'grid gap-x-4 gap-y-0.5 sm:grid-cols-[--spacing(60)_minmax(0,1fr)] sm:items-baseline';
  return (
    <dl className="mt-4 text-base leading-[1.45]">
      {rows.map(({ name, term, text }) => (
        <div key={name} className={`border-b border-line py-2.5 first:border-t ${look}`}>
          <dt className="font-[650] wrap-anywhere">{term}</dt>
          <dd className={short ? 'flex-none tabular-nums' : ''}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
