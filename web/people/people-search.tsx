import { useEffect, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { useLocation } from '#web/data/location.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { SearchField } from '#web/ui/search-field.tsx';

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
  const { key } = useLocation();
  const [text, setText] = useState(search);
  // Follows Back and Forward, and a search that was cleared elsewhere, but not while the user types.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation shows the search of its URL
  useEffect(() => setText((typed) => (typed.trim() === search ? typed : search)), [key]);
  const typed = text.trim();
  const tooShort = typed.length > 0 && typed.length < limits.userSearch.min;
  const go = () => {
    if (!tooShort && typed !== search) navigate(peopleHref(typed), { replace: true, keepScroll: true });
  };
  useEffect(() => {
    const timer = setTimeout(go, limits.userSearch.debounceMs);
    return () => clearTimeout(timer);
  });
  return (
    <search className="mb-6 block max-w-lg">
      <form
        action={paths.users}
        onSubmit={(event) => {
          event.preventDefault();
          go();
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
