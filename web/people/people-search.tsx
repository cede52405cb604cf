import { ArrowDownWideNarrow } from 'lucide-react';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { type PeopleSort, peopleSorts } from '#contract/sorts.ts';
import { useSearchText } from '#web/data/use-search-text.ts';
import { BareSelect } from '#web/ui/forms/bare-select.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { navigate } from '#web/ui/navigation.ts';

export const peopleHref = ({
  search,
  sort,
  page = 1,
}: {
  search: string;
  sort?: PeopleSort | undefined;
  page?: number;
}) => {
  const query = [
    ...(search ? [`search=${encodeURIComponent(search)}`] : []),
    ...(sort ? [`sort=${sort}`] : []),
    ...(page > 1 ? [`page=${page}`] : []),
  ].join('&');
  return query ? `${paths.users}?${query}` : paths.users;
};

const words: Record<PeopleSort, Message> = {
  newest: msg({ message: 'Newest', context: 'the newest people first' }),
  name: msg({ message: 'Name', context: 'people sorted by name' }),
  pools: msg`Most pools started`,
  backs: msg`Most pools backed`,
};

/** The order of the list. */
function PeopleSortSelect({ search, sort }: { search: string; sort: PeopleSort | undefined }) {
  const ready = useHydrated();
  const usual = search ? '' : 'newest';
  return (
    <BareSelect
      label={t`Sort by`}
      icon={<ArrowDownWideNarrow aria-hidden="true" />}
      className="ms-auto"
      value={sort ?? usual}
      disabled={!ready}
      onChange={(event) => {
        const { value } = event.target;
        const next = value === usual ? undefined : peopleSorts.find((one) => one === value);
        navigate(peopleHref({ search, sort: next }), { replace: true, keepScroll: true });
      }}
    >
      {search ? <option value="">{t`Best match`}</option> : null}
      {peopleSorts.map((one) => (
        <option key={one} value={one}>
          {textOf(words[one])}
        </option>
      ))}
    </BareSelect>
  );
}

/** Searches after a debounce, from two letters on; Enter searches at once. Works without JavaScript, too. */
export function PeopleSearch({ search, sort }: { search: string; sort: PeopleSort | undefined }) {
  const { text, setText, searchNow } = useSearchText({
    search,
    onSearch: (next) => navigate(peopleHref({ search: next, sort }), { replace: true, keepScroll: true }),
    ...limits.userSearch,
  });
  const { length } = text.trim();
  const tooShort = length > 0 && length < limits.userSearch.min;
  return (
    <search className="mb-6 flex flex-wrap items-start justify-between gap-3">
      <form
        className="min-w-0 max-w-lg grow basis-60"
        action={paths.users}
        onSubmit={(event) => {
          event.preventDefault();
          searchNow(text);
        }}
      >
        {sort ? <input type="hidden" name="sort" value={sort} /> : null}
        <SearchField
          label={t`Search users by name`}
          name="search"
          enterKeyHint="search"
          hint={tooShort ? t`Type at least 2 letters` : undefined}
          value={text}
          onText={setText}
        />
      </form>
      <PeopleSortSelect search={search} sort={sort} />
    </search>
  );
}
