import { useEffect, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { useLocation } from '#web/data/location.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { SearchField } from '#web/ui/search-field.tsx';
import { type CreatorsPlace, creatorsPath } from './creators-data.ts';

/** Searches after a debounce, starting at two letters; Enter searches at once. Works without JavaScript, too. */
export function CreatorSearch({ place }: { place: CreatorsPlace }) {
  const { key } = useLocation();
  const [text, setText] = useState(place.search);
  // Follows Back and Forward, and a search that was cleared elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation shows the search of its URL
  useEffect(() => setText((typed) => (typed.trim() === place.search ? typed : place.search)), [key]);
  const typed = text.trim();
  const go = () => {
    if (typed === place.search || (typed !== '' && typed.length < limits.creatorSearch.min)) return;
    navigate(creatorsPath(place, { search: typed }), { replace: true, keepScroll: true });
  };
  useEffect(() => {
    const timer = setTimeout(go, limits.creatorSearch.debounceMs);
    return () => clearTimeout(timer);
  });
  return (
    <search>
      <form
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        {place.category ? <input type="hidden" name="category" value={place.category} /> : null}
        <SearchField
          label="Search creators"
          name="search"
          placeholder="Search creators by name"
          value={text}
          onText={setText}
        />
      </form>
    </search>
  );
}
