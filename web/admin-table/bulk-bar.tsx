import { X } from 'lucide-react';
import { plural, type Text, t, textOf } from '#contract/language/text.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import type { BulkAction, SelectionAction } from './bulk.ts';
import type { ListPage } from './list-state.ts';
import { selectionMax } from './matches.ts';

interface WiderSelection {
  /** The number of selected rows. */
  selected: number;
  isWholePage: boolean;
  pagination: ListPage<unknown>['pagination'];
  isSelecting: boolean;
  onSelectPage: () => void;
  onSelectMatches: () => void;
}

interface BulkBarProps<Row> extends WiderSelection {
  rows: readonly Row[];
  actions: readonly BulkAction<Row>[];
  wholeActions: readonly SelectionAction<Row>[];
  onAct: (action: BulkAction<Row>) => void;
  onClear: () => void;
}

const totalOf = ({ totalCount, countIsCapped }: WiderSelection['pagination']) =>
  `${formatNumber(totalCount)}${countIsCapped ? '+' : ''}`;

function countText(selected: number, { totalCount }: WiderSelection['pagination']): Text {
  if (selected >= selectionMax && selected < totalCount)
    return t`${plural({ selected }, { other: '# selected, the most for one action' })}`;
  return selected > 1 && selected === totalCount
    ? t`${plural({ selected }, { other: 'All # selected' })}`
    : t`${plural({ selected }, { other: '# selected' })}`;
}

/** Selects the page, where the table has no header to do it, and then every match on every page. */
function Wider({ selected, isWholePage, pagination, isSelecting, onSelectPage, onSelectMatches }: WiderSelection) {
  if (!isWholePage) {
    return <Button size="sm" className="sm:hidden!" onClick={onSelectPage}>{t`Select this page`}</Button>;
  }
  if (pagination.totalPages < 2 || selected >= Math.min(pagination.totalCount, selectionMax)) return null;
  const isTooMany = pagination.totalCount > selectionMax;
  return (
    <Button size="sm" busy={isSelecting} onClick={onSelectMatches}>
      {isTooMany
        ? t`Select the first ${{ limit: selectionMax }} of ${{ total: totalOf(pagination) }} matches`
        : t`Select all ${{ total: totalOf(pagination) }} matches`}
    </Button>
  );
}

/** The actions on the selected rows, at the bottom of the screen. */
export function BulkBar<Row>({ rows, actions, wholeActions, onAct, onClear, ...wider }: BulkBarProps<Row>) {
  return (
    <section
      className="sticky bottom-[calc(var(--tab-bar)+--spacing(4))] z-15 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center justify-center gap-x-2.5 gap-y-2 rounded-xl bg-raised p-2 ps-5 shadow-float"
      aria-label={t`Selected rows`}
    >
      <b className="tabular-nums" role="status">
        {countText(wider.selected, wider.pagination)}
      </b>
      <Wider {...wider} />
      {actions.map((action) => (
        <Button key={action.key} size="sm" icon={action.icon} onClick={() => onAct(action)}>
          {textOf(action.open)}
        </Button>
      ))}
      {wholeActions.map(({ key, open, icon, onAct: act }) => (
        <Button key={key} size="sm" icon={icon} onClick={() => act(rows)}>
          {textOf(open)}
        </Button>
      ))}
      <IconButton label={t`Clear the selection`} onClick={onClear}>
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}
