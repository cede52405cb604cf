import type { ReactNode } from 'react';
import { msg, type Text, t } from '#contract/language/text.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { RichText } from '#web/ui/rich-text.tsx';

interface DrawerSectionProps {
  title: Text;
  /** The title is for screen readers only. */
  hideTitle?: boolean;
  /** The number of items beside the title; none by default. */
  count?: number;
  children: ReactNode;
}

/** A section of a drawer. */
export function DrawerSection({ title, hideTitle, count = 0, children }: DrawerSectionProps) {
  return (
    <section className="pt-5" aria-label={title}>
      {hideTitle ? null : (
        <h3 className="mb-2 flex items-baseline gap-2 font-text text-base leading-[1.3] font-[650] tracking-normal">
          {title}{' '}
          {count > 0 ? <span className="font-medium text-muted tabular-nums">{formatNumber(count)}</span> : null}
        </h3>
      )}
      {children}
    </section>
  );
}

interface DrawerPartProps<Item> {
  title: Text;
  /** The newest items, and how many there are in all. */
  part: { items: readonly Item[]; totalCount: number };
  none: Text;
  keyOf: (item: Item) => string;
  /** A link to all of them, shown when not all are here. */
  all?: ReactNode;
  children: (item: Item) => ReactNode;
}

/** A part of a history: its heading with the count, and its newest items. */
export function DrawerPart<Item>({ title, part, none, keyOf, all, children }: DrawerPartProps<Item>) {
  const { items, totalCount } = part;
  return (
    <DrawerSection title={title} count={totalCount}>
      {items.length === 0 ? (
        <p className="text-sm text-muted">{none}</p>
      ) : (
        <ul>
          {items.map((item) => (
            <DrawerRow key={keyOf(item)}>{children(item)}</DrawerRow>
          ))}
        </ul>
      )}
      {items.length < totalCount ? (
        <p className="pt-2 text-sm text-muted">
          {all ? (
            <RichText
              text={msg`The latest ${{ shown: items.length }} of ${{ total: formatNumber(totalCount) }}. <all/>`}
              tags={{ all: () => all }}
            />
          ) : (
            t`The latest ${{ shown: items.length }} of ${{ total: formatNumber(totalCount) }}.`
          )}
        </p>
      ) : null}
    </DrawerSection>
  );
}

/** A row of a list in a drawer. */
export function DrawerRow({ children }: { children: ReactNode }) {
  return <li className="grid gap-0.5 border-t border-line py-2.5">{children}</li>;
}

/** The small print of a row. */
export function RowNote({ children }: { children: ReactNode }) {
  return <p className="text-sm text-muted wrap-anywhere">{children}</p>;
}

/** An item of a part: its text and time, and a note below. */
export function PartLine({ what, aside, note }: { what: ReactNode; aside: ReactNode; note?: ReactNode }) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 wrap-anywhere">{what}</span>
        <span className="flex items-center gap-2 text-sm text-muted">{aside}</span>
      </div>
      {note ? <RowNote>{note}</RowNote> : null}
    </>
  );
}

interface Fact {
  label: Text;
  value: ReactNode;
}

/** Labels and values below each other. */
export function DrawerFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="text-sm">
      {facts.map(({ label, value }) => (
        <div
          key={label}
          className="flex items-baseline justify-between gap-5 border-t border-line py-1.5 first:border-t-0"
        >
          <dt className="text-muted">{label}</dt>
          <dd className="text-end font-semibold wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
