import { CirclePlus, House, LogIn, MessageCircle, Search } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { paths, signInPath } from '#contract/paths.ts';
import { useLocation } from '#web/data/location.tsx';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { useData } from '#web/data/query.ts';
import { setPaletteOpen } from '#web/data/search-palette-state.ts';
import { useUser } from '#web/data/session.ts';
import { unreadMessages } from '#web/data/unread-messages.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { UnreadBadge } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';

interface TabProps {
  to: string;
  icon: ReactNode;
  /** The paths that mark the tab as current, with all paths below them. By default only `to`. */
  within?: readonly string[];
  badge?: ReactNode;
  onClick?: () => void;
  children: ReactNode;
}

function Tab({ to, icon, within = [to], badge, onClick, children }: TabProps) {
  const { pathname } = useLocation();
  const isCurrent = within.some((path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)));
  return (
    <Link to={to} className="tab-bar-item" aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
      {icon}
      {children}
      {badge}
    </Link>
  );
}

function MessagesTab() {
  const { data } = useData(unreadMessages);
  // The menu may have fetched the number before this bar hydrates, and the server's HTML has no badge.
  const unread = useHydrated() ? (data?.conversations ?? 0) : 0;
  return (
    <Tab
      to={paths.messages}
      icon={<MessageCircle aria-hidden="true" />}
      within={[paths.messages, '/chat', '/chats']}
      badge={unread > 0 ? <UnreadBadge count={unread} /> : null}
    >
      Messages
    </Tab>
  );
}

function MeTab() {
  const user = useUser();
  const { pathname, search } = useLocation();
  if (!user) {
    const here = pathname + search;
    return (
      <Tab to={signInPath(here)} icon={<LogIn aria-hidden="true" />} onClick={() => saveOriginalPage(here)}>
        Me
      </Tab>
    );
  }
  const icon = <Avatar name={user.displayName || user.username} src={user.avatarUrl} />;
  return (
    <Tab to={paths.myAccount} icon={icon} within={[paths.myAccount, paths.settings]}>
      Me
    </Tab>
  );
}

/** Opens the search palette; without scripts, the feed with its search box. */
function SearchTab() {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setPaletteOpen(true);
  };
  return (
    <a href={paths.feed} className="tab-bar-item" onClick={open}>
      <Search aria-hidden="true" />
      Search
    </a>
  );
}

/** The bar at the bottom of the screen on phones. The menu in the top bar has all entries. */
export function TabBar() {
  const user = useUser();
  return (
    <nav className="tab-bar" aria-label="Shortcuts">
      <Tab to="/" icon={<House aria-hidden="true" />} within={['/', paths.home, paths.feed, paths.feedAlias]}>
        Home
      </Tab>
      <SearchTab />
      <Tab
        to={paths.createPool}
        icon={<CirclePlus aria-hidden="true" />}
        within={[paths.createPool, '/create', '/create-pool']}
      >
        Create
      </Tab>
      {user ? <MessagesTab /> : null}
      <MeTab />
    </nav>
  );
}
