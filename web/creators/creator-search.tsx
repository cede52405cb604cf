import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { useSearchText } from '#web/data/use-search-text.ts';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { type CreatorsPlace, creatorsPath } from './creators-data.ts';

/** Searches after a debounce, starting at two letters; Enter searches at once. Works without JavaScript, too. */
export function CreatorSearch({ place }: { place: CreatorsPlace }) {
  const { text, setText, searchNow } = useSearchText({
    search: place.search,
    onSearch: (search) => navigate(creatorsPath(place, { search }), { replace: true, keepScroll: true }),
    ...limits.creatorSearch,
  });
  return (
    <search>
      <form
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          searchNow(text);
        }}
      >
        {place.category ? <input type="hidden" name="category" value={place.category} /> : null}
        <SearchField
          label={t`Search creators`}
          name="search"
          placeholder={t`Search creators by name`}
          value={text}
          onText={setText}
        />
      </form>
    </search>
  );
}
