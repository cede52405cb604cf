import { ArrowDownWideNarrow } from 'lucide-react';
import { type PoolSort, poolSorts } from '#contract/sorts.ts';
import { BareSelect } from '#web/ui/forms/bare-select.tsx';

const words: Record<PoolSort, string> = {
  trending: 'Trending',
  newest: 'Newest',
  'ending-soon': 'Ending soon',
  'almost-there': 'Almost there',
  'most-funded': 'Most funded',
};

export interface SortSelectProps {
  sort: PoolSort | undefined;
  /** A search is active. Its default order is "Best match". */
  searching: boolean;
  onSort: (sort: PoolSort | undefined) => void;
}

/** The sort order of the feed. */
export function SortSelect({ sort, searching, onSort }: SortSelectProps) {
  const usual = searching ? '' : 'newest';
  return (
    <BareSelect
      label="Sort by"
      icon={<ArrowDownWideNarrow aria-hidden="true" />}
      className="ms-auto"
      value={sort ?? usual}
      onChange={(event) => {
        const { value } = event.target;
        onSort(value === usual ? undefined : poolSorts.find((one) => one === value));
      }}
    >
      {searching ? <option value="">Best match</option> : null}
      {poolSorts.map((one) => (
        <option key={one} value={one}>
          {words[one]}
        </option>
      ))}
    </BareSelect>
  );
}
