import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { useLocation } from '#web/data/location.tsx';
import { TextField } from '#web/ui/field.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { type CreatorsPlace, creatorsPath } from './creators-data.ts';

/** Searches once typing pauses, from two letters; Enter does it at once. Works as a plain form, too. */
export function CreatorSearch({ place }: { place: CreatorsPlace }) {
  const { key } = useLocation();
  const [text, setText] = useState(place.search);
  // Back and forward, and a search that was cleared elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every arrival shows what its address searches for
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
        <TextField
          label="Search creators"
          hideLabel
          type="search"
          name="search"
          placeholder="Search creators by name"
          lead={<Search aria-hidden="true" />}
          maxLength={100}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </search>
  );
}
