import { grouped } from '#contract/values/format-number.ts';
import { Button } from '#web/ui/button.tsx';
import type { ListPage } from './list-state.ts';
import { selectionMax } from './matches.ts';

interface SelectMatchesProps {
  /** The number of selected rows. */
  selected: number;
  isWholePage: boolean;
  pagination: ListPage<unknown>['pagination'];
  busy: boolean;
  onSelect: () => void;
}

/** Offers to select every match once a whole page is selected, and says when that was done. */
export function SelectMatches({ selected, isWholePage, pagination, busy, onSelect }: SelectMatchesProps) {
  const { totalCount, countIsCapped } = pagination;
  const total = `${grouped(totalCount)}${countIsCapped ? '+' : ''}`;
  const isTooMany = totalCount > selectionMax;
  if (!isWholePage || pagination.totalPages < 2) return null;
  if (selected >= Math.min(totalCount, selectionMax)) {
    return (
      <p className="select-matches" role="status">
        {isTooMany
          ? `${grouped(selected)} of ${total} matches are selected, the most for one action. Repeat it for the rest.`
          : `All ${total} matches are selected.`}
      </p>
    );
  }
  return (
    <p className="select-matches">
      <span role="status">{grouped(selected)} selected.</span>
      <Button size="sm" busy={busy} onClick={onSelect}>
        {isTooMany ? `Select the first ${selectionMax} of ${total} matches` : `Select all ${total} matches`}
      </Button>
    </p>
  );
}
