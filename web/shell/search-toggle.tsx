import { Search, X } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import { useLocation, useSearch } from '#web/data/location.tsx';
import { askForSearch, setSearchOpen, useSearchBox } from '#web/data/search-box.ts';
import { setPaletteOpen } from '#web/data/search-palette-state.ts';
import { IconButton } from '#web/ui/button.tsx';

/** Pages with a search box of their own. */
const searchable: readonly string[] = ['/', paths.home, paths.auth, paths.feed, paths.feedAlias];

/** Unfolds the page's own search box, or folds it up and lets go of what was searched for. */
function BoxToggle() {
  const searched = (useSearch().get('search') ?? '').trim() !== '';
  const open = useSearchBox().open || searched;
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

/** The way to search on phones: the page's box where it has one, else the search over everything. */
export function SearchToggle() {
  const { pathname } = useLocation();
  if (searchable.includes(pathname)) return <BoxToggle />;
  return (
    <IconButton label="Search" aria-haspopup="dialog" className="ml-auto" onClick={() => setPaletteOpen(true)}>
      <Search aria-hidden="true" />
    </IconButton>
  );
}
