import type { ReactNode } from 'react';
import { grouped } from '#contract/values/format-number.ts';

interface DrawerPartProps<Item> {
  title: string;
  /** The newest items, and how many there are in all. */
  part: { items: readonly Item[]; totalCount: number };
  none: string;
  keyOf: (item: Item) => string;
  /** A link to all of them, shown when not all are here. */
  all?: ReactNode;
  children: (item: Item) => ReactNode;
}

/** A part of a history: its heading with the count, and its newest items. */
export function DrawerPart<Item>({ title, part, none, keyOf, all, children }: DrawerPartProps<Item>) {
  const { items, totalCount } = part;
  return (
    <section className="drawer-part" aria-label={title}>
      <h3>
        {title} {totalCount > 0 ? <span>{grouped(totalCount)}</span> : null}
      </h3>
      {items.length === 0 ? (
        <p className="text-sm text-muted">{none}</p>
      ) : (
        <ul className="drawer-rows">
          {items.map((item) => (
            <li key={keyOf(item)}>{children(item)}</li>
          ))}
        </ul>
      )}
      {items.length < totalCount ? (
        <p className="pt-2 text-sm text-muted">
          The latest {items.length} of {grouped(totalCount)}. {all}
        </p>
      ) : null}
    </section>
  );
}

/** An item of a part: its text and time, and a note below. */
export function PartLine({ what, aside, note }: { what: ReactNode; aside: ReactNode; note?: ReactNode }) {
  return (
    <>
      <div className="line">
        <span className="min-w-0 wrap-anywhere">{what}</span>
        <span className="flex items-center gap-2 text-sm text-muted">{aside}</span>
      </div>
      {note ? <p className="note">{note}</p> : null}
    </>
  );
}

interface Fact {
  label: string;
  value: ReactNode;
}

/** Labels and values below each other. */
export function DrawerFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="drawer-facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
