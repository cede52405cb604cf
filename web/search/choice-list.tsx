import { type MouseEvent, useEffect, useRef } from 'react';
import { t } from '#contract/language/text.ts';
import { Link } from '#web/ui/link.tsx';
import { Skeleton, SkeletonList } from '#web/ui/loading-states.tsx';
import type { Choice, ChoiceGroup } from './choices.ts';

const rowLayout = 'flex min-h-13 w-full items-center gap-3 rounded-md px-3 py-1.5';

interface ChoiceRowProps {
  id: string;
  choice: Choice;
  active: boolean;
  onHover: () => void;
  onChosen: () => void;
}

function ChoiceRow({ id, choice, active, onHover, onChosen }: ChoiceRowProps) {
  const row = useRef<HTMLElement | null>(null);
  const { label, detail, picture, to, run } = choice;
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const inside = (
    <>
      {picture}
      <span className="grid min-w-0 leading-[1.35]">
        <b className="truncate font-semibold" dir="auto">
          {label}
        </b>
        {detail ? (
          // The sign of a username stays in front of it. From right to left, the end of a cut line would show "80" of an amount of $180.
          <span
            className="truncate text-sm text-muted tabular-nums rtl:whitespace-normal"
            dir={detail.startsWith('@') ? 'auto' : undefined}
          >
            {detail}
          </span>
        ) : null}
      </span>
    </>
  );
  const common = {
    id,
    role: 'option',
    'aria-selected': active,
    tabIndex: -1,
    className: `palette-row scroll-m-2 [text-align:inherit] ${rowLayout}`,
    onPointerMove: onHover,
    ref: (element: HTMLElement | null) => {
      row.current = element;
    },
  } as const;
  if (!to) {
    return (
      <button
        {...common}
        type="button"
        onClick={() => {
          onChosen();
          run?.();
        }}
      >
        {inside}
      </button>
    );
  }
  const go = (event: MouseEvent) => {
    // A modified click opens another tab or window, so the palette stays open here.
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onChosen();
  };
  return (
    <Link {...common} to={to} onClick={go}>
      {inside}
    </Link>
  );
}

export interface ChoiceListProps {
  id: string;
  groups: readonly ChoiceGroup[];
  activeKey: string | undefined;
  optionId: (key: string) => string;
  /** The list does not yet answer the current text. */
  busy: boolean;
  onHover: (key: string) => void;
  onChosen: () => void;
}

/** The listbox of the palette, grouped. The focus stays in the text field; `aria-activedescendant` names the active option. */
export function ChoiceList({ id, groups, activeKey, optionId, busy, onHover, onChosen }: ChoiceListProps) {
  return (
    <div id={id} role="listbox" aria-label={t`Search results`} aria-busy={busy} className="aria-busy:opacity-70">
      {groups.map(({ name, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
        <div key={name} role="group" aria-label={name}>
          <p className="px-3 pt-3 pb-1 text-sm font-semibold text-faint" aria-hidden="true">
            {name}
          </p>
          {choices.map((choice) => (
            <ChoiceRow
              key={choice.key}
              id={optionId(choice.key)}
              choice={choice}
              active={choice.key === activeKey}
              onHover={() => onHover(choice.key)}
              onChosen={onChosen}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Skeleton of the list while the first results load. */
export function ChoiceListSkeleton() {
  return (
    <SkeletonList count={3}>
      <div className={rowLayout}>
        <Skeleton className="h-10 w-14 rounded-lg" />
        <span className="grid min-w-0">
          <Skeleton className="h-4 w-48" />
          <Skeleton className="mt-1.5 h-3 w-32" />
        </span>
      </div>
    </SkeletonList>
  );
}
