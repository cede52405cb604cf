import type { ReactNode } from 'react';
import type { Text } from '#contract/language/text.ts';

interface Figure {
  name: Text;
  figure: ReactNode;
  note: Text;
}

/** Figures side by side on a card, each with its name above and a note below. */
export function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="card grid grid-cols-2 gap-x-4 gap-y-5 p-5 sm:grid-cols-[repeat(auto-fill,minmax(--spacing(50),1fr))] sm:gap-x-6">
      {figures.map(({ name, figure, note }) => (
        <div key={name}>
          <dt className="font-semibold">{name}</dt>
          <dd className="num text-xl leading-[1.3]">{figure}</dd>
          <dd className="text-sm text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
