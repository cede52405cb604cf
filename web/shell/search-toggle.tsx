import { Search, X } from 'lucide-react';
import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { useLocation, useSearch } from '#web/data/location.tsx';
import { focusSearchBox, setSearchBoxOpen, useSearchBox } from '#web/data/search-box.ts';
import { setPaletteOpen } from '#web/data/search-palette-state.ts';
import { IconButton } from '#web/ui/button.tsx';

/** Pages with their own search box. */
const pagesWithSearchBox: readonly string[] = ['/', paths.home, paths.auth, paths.feed, paths.feedAlias];

/** Opens the page's own search box. Closing it clears the search. */
function BoxToggle() {
  const searched = (useSearch().get('search') ?? '').trim() !== '';
  const open = useSearchBox().open || searched;
  return (
    <IconButton
      label={open ? t`Close search` : t`Search`}
      aria-expanded={open}
      className="ms-auto"
      onClick={() => (open ? setSearchBoxOpen(false) : focusSearchBox())}
    >
      {open ? <X aria-hidden="true" /> : <Search aria-hidden="true" />}
    </IconButton>
  );
}

/** Opens the search palette. Nothing on pages with a search box, whose second Ctrl or Cmd plus K opens it. */
export function PaletteButton({ className }: { className: string }) {
  const { pathname } = useLocation();
  if (pagesWithSearchBox.includes(pathname)) return null;
  return (
    <IconButton
      label={t`Search`}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      className={className}
      onClick={() => setPaletteOpen(true)}
    >
      <Search aria-hidden="true" />
    </IconButton>
  );
}

/** The search button on phones: opens the page's own search box if it has one, else the search palette. */
export function SearchToggle() {
  const { pathname } = useLocation();
  return pagesWithSearchBox.includes(pathname) ? <BoxToggle /> : <PaletteButton className="ms-auto" />;
}
