import { ArrowDownWideNarrow } from 'lucide-react';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import { type PoolSort, poolSorts } from '#contract/sorts.ts';
import { BareSelect } from '#web/ui/forms/bare-select.tsx';

const words: Record<PoolSort, Message> = {
  trending: msg`Trending`,
  newest: msg`Newest`,
  'ending-soon': msg`Ending soon`,
  'almost-there': msg`Almost there`,
  'most-funded': msg`Most funded`,
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
      label={t`Sort by`}
      icon={<ArrowDownWideNarrow aria-hidden="true" />}
      className="ms-auto"
      value={sort ?? usual}
      onChange={(event) => {
        const { value } = event.target;
        onSort(value === usual ? undefined : poolSorts.find((one) => one === value));
      }}
    >
      {searching ? <option value="">{t`Best match`}</option> : null}
      {poolSorts.map((one) => (
        <option key={one} value={one}>
          {textOf(words[one])}
        </option>
      ))}
    </BareSelect>
  );
}
