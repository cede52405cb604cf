import { ArrowDownWideNarrow, ChevronDown } from 'lucide-react';
import { type PoolSort, poolSorts } from '#contract/pools/pool-sorts.ts';

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
    <label className="feed-sort">
      <ArrowDownWideNarrow aria-hidden="true" />
      <span className="sr-only">Sort by</span>
      <select
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
      </select>
      <ChevronDown aria-hidden="true" />
    </label>
  );
}
