import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { useSearchText } from '#web/data/use-search-text.ts';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { navigate } from '#web/ui/navigation.ts';

const label = 'Search users by name';

export const peopleHref = (search: string, page = 1) => {
  const query = [
    ...(search ? [`search=${encodeURIComponent(search)}`] : []),
    ...(page > 1 ? [`page=${page}`] : []),
  ].join('&');
  return query ? `${paths.users}?${query}` : paths.users;
};

/** Searches after a debounce, from two letters on; Enter searches at once. Works without JavaScript, too. */
export function PeopleSearch({ search }: { search: string }) {
  const { text, setText, searchNow } = useSearchText({
    search,
    onSearch: (next) => navigate(peopleHref(next), { replace: true, keepScroll: true }),
    ...limits.userSearch,
  });
  const { length } = text.trim();
  const tooShort = length > 0 && length < limits.userSearch.min;
  return (
    <search className="mb-6 block max-w-lg">
      <form
        action={paths.users}
        onSubmit={(event) => {
          event.preventDefault();
          searchNow(text);
        }}
      >
        <SearchField
          label={label}
          name="search"
          enterKeyHint="search"
          hint={tooShort ? 'Type at least 2 letters' : undefined}
          value={text}
          onText={setText}
        />
      </form>
    </search>
  );
}
