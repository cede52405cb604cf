import { CirclePlus, Compass, LogIn, Search } from 'lucide-react';
import type { MouseEvent } from 'react';
import { localized } from '#contract/language/localized-path.ts';
import { t } from '#contract/language/text.ts';
import { paths, signInPath } from '#contract/paths.ts';
import { useLocation } from '#web/data/location.tsx';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { setPaletteOpen } from '#web/data/search-palette-state.ts';
import { useUser } from '#web/data/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { MessagesEntry } from './lazy-entries.ts';
import { NavEntry } from './nav-entry.tsx';

/** Opens the search palette; without scripts, the feed with its search box. */
function SearchTab() {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setPaletteOpen(true);
  };
  return (
    <a href={localized(paths.feed)} className="tab-bar-item" onClick={open}>
      <Search aria-hidden="true" />
      {t`Search`}
    </a>
  );
}

/** The account; for visitors, the sign-in page. */
function MeTab() {
  const user = useUser();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  return user ? (
    <NavEntry
      tab
      to={paths.myAccount}
      icon={<Avatar name={user.displayName || user.username} src={user.avatarUrl} />}
      within={[paths.settings]}
    >
      {t({ message: 'Me', context: 'opens the account of the reader' })}
    </NavEntry>
  ) : (
    <NavEntry tab to={signInPath(here)} icon={<LogIn aria-hidden="true" />} onClick={() => saveOriginalPage(here)}>
      {t({ message: 'Me', context: 'opens the account of the reader' })}
    </NavEntry>
  );
}

/** The bar at the bottom of the screen on phones. The menu in the top bar has all entries. */
export function TabBar() {
  const user = useUser();
  return (
    <nav
      className="tab-bar fixed inset-x-0 bottom-0 z-20 grid auto-cols-[minmax(0,1fr)] grid-flow-col border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] in-[.page:has(.conversations[data-open])]:hidden md:hidden print:hidden"
      aria-label={t`Shortcuts`}
    >
      <NavEntry
        tab
        to="/"
        icon={<Compass aria-hidden="true" />}
        activeOn={['/', paths.home, paths.feed, paths.feedAlias]}
      >{t`Home`}</NavEntry>
      <SearchTab />
      <NavEntry
        tab
        to={paths.createPool}
        icon={<CirclePlus aria-hidden="true" />}
        activeOn={[paths.createPool, '/create', '/create-pool']}
      >
        {t({ message: 'Create', context: 'opens the form for a new pool' })}
      </NavEntry>
      {user ? <MessagesEntry me={user.id} tab /> : null}
      <MeTab />
    </nav>
  );
}
