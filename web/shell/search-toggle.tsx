import { Search, X } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import { useLocation, useSearch } from '#web/data/location.tsx';
import { askForSearch, setSearchOpen, useSearchBox } from '#web/data/search-box.ts';
import { IconButton } from '#web/ui/button.tsx';

/** Pages with a search box of their own. */
const searchable: readonly string[] = ['/', paths.home, paths.auth, paths.feed, paths.feedAlias];

/** On phones: unfolds the page's search box, or folds it up and lets go of what was searched for. */
export function SearchToggle() {
  const { pathname } = useLocation();
  const searched = (useSearch().get('search') ?? '').trim() !== '';
  const open = useSearchBox().open || searched;
  if (!searchable.includes(pathname)) return null;
  return (
    <IconButton
      label={open ? 'Close search' : 'Search'}
      aria-expanded={open}
      className="ml-auto"
      onClick={() => (open ? setSearchOpen(false) : askForSearch())}
    >
      {open ? <X aria-hidden="true" /> : <Search aria-hidden="true" />}
    </IconButton>
  );
}
