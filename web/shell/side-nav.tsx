import {
  CirclePlus,
  Compass,
  Heart,
  LayoutDashboard,
  LogIn,
  LogOut,
  Palette,
  Search,
  Settings,
  ShieldCheck,
  Sparkles,
  UserPlus,
  Users,
} from 'lucide-react';
import type { CurrentUser } from '#contract/accounts.ts';
import { paths, registerPath, signInPath } from '#contract/paths.ts';
import { AddCreatorButton } from '#web/creators/add-creator-button.tsx';
import { useLocation } from '#web/data/location.tsx';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { useData } from '#web/data/query.ts';
import { setPaletteOpen } from '#web/data/search-palette-state.ts';
import { myApplication, useSite, useUser } from '#web/data/session.ts';
import { signOut } from '#web/data/sign-out.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Chip, type Tone } from '#web/ui/display.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { Link } from '#web/ui/link.tsx';
import { Logo } from './logo.tsx';
import { Entry } from './nav-entry.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

// Visitors have neither.
const loadMessages = () => import('./messages-entry.tsx').then((module) => module.MessagesEntry);
const MessagesEntry = lazyComponent(import.meta.env.SSR ? await loadMessages() : null, loadMessages);
const loadNotifications = () => import('./notifications-entry.tsx').then((module) => module.NotificationsEntry);
const NotificationsEntry = lazyComponent(import.meta.env.SSR ? await loadNotifications() : null, loadNotifications);

const badges: Record<string, readonly [string, Tone]> = {
  pending: ['Under Review', 'accent'],
  approved: ['Verified', 'paid'],
  rejected: ['Rejected', 'danger'],
};

/** How far a person's application to become a creator has come; nothing where there is none. */
function ApplicationBadge() {
  const { data } = useData(myApplication);
  const badge = data && badges[data.verificationStatus];
  return badge ? <Chip tone={badge[1]}>{badge[0]}</Chip> : null;
}

const adminPages = [
  [paths.adminPools, 'Pools'],
  [paths.adminVerifications, 'Verifications'],
  [paths.adminClaims, 'Pool claims'],
  [paths.adminContentClaims, 'Content claims'],
  [paths.adminReports, 'Reports'],
  [paths.adminChat, 'Chat'],
] as const;

function AdminEntries() {
  const { pathname } = useLocation();
  return (
    <>
      <Entry to={paths.admin} icon={<ShieldCheck aria-hidden="true" />}>
        Admin Dashboard
      </Entry>
      {pathname.startsWith(paths.admin)
        ? adminPages.map(([to, label]) => (
            <Entry key={to} to={to} sub>
              {label}
            </Entry>
          ))
        : null}
    </>
  );
}

function MemberEntries({ user }: { user: CurrentUser }) {
  return user.role === 'user' ? (
    <Entry to={paths.becomeCreator} icon={<Sparkles aria-hidden="true" />} badge={<ApplicationBadge />}>
      Become a Creator
    </Entry>
  ) : (
    <Entry to={paths.dashboard} icon={<LayoutDashboard aria-hidden="true" />}>
      Creator Dashboard
    </Entry>
  );
}

function VisitorEntries() {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const save = () => saveOriginalPage(here);
  return (
    <>
      <Entry to={paths.becomeCreator} icon={<Sparkles aria-hidden="true" />}>
        Become a Creator
      </Entry>
      <Entry to={signInPath(here)} icon={<LogIn aria-hidden="true" />} onClick={save}>
        Sign In
      </Entry>
      <Link to={registerPath(here)} className="btn btn-quiet mx-1 mt-2" onClick={save}>
        <UserPlus aria-hidden="true" />
        Get Started
      </Link>
    </>
  );
}

function ProfileBlock({ user }: { user: CurrentUser }) {
  const name = user.displayName || user.username;
  return (
    <Link to={paths.myAccount} className="nav-me">
      <Avatar name={name} src={user.avatarUrl} />
      <div>
        <b>{name}</b>
        <span>@{user.username}</span>
      </div>
    </Link>
  );
}

/** The search over everything; phones have it in the bar above the page. */
function SearchEntry() {
  return (
    <button
      type="button"
      className="nav-item max-md:hidden"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => setPaletteOpen(true)}
    >
      <Search aria-hidden="true" />
      Search
    </button>
  );
}

/** The menu of all main screens (specification 2). */
export function SideNav() {
  const user = useUser();
  const { testCards } = useSite();
  return (
    <nav className="nav" aria-label="Main">
      <Logo />
      <Entry
        to={paths.feed}
        icon={<Compass aria-hidden="true" />}
        activeOn={['/', paths.home, paths.feed, paths.feedAlias]}
      >
        Browse pools
      </Entry>
      <Entry to={paths.creators} icon={<Palette aria-hidden="true" />}>
        Creators
      </Entry>
      <Entry to={paths.users} icon={<Users aria-hidden="true" />}>
        Users
      </Entry>
      {user ? <MessagesEntry me={user.id} /> : null}
      <Entry
        to={paths.createPool}
        icon={<CirclePlus aria-hidden="true" />}
        activeOn={[paths.createPool, '/create', '/create-pool']}
      >
        Create pool
      </Entry>
      <AddCreatorButton className="nav-item" />
      {user ? (
        <>
          <Entry to={paths.favorites} icon={<Heart aria-hidden="true" />}>
            Favorites
          </Entry>
          <NotificationsEntry />
        </>
      ) : null}
      {user?.role === 'admin' ? <AdminEntries /> : null}
      {user ? <MemberEntries user={user} /> : <VisitorEntries />}
      <div className="nav-foot">
        {testCards ? <p className="test-note">Test mode: no real money moves</p> : null}
        <SearchEntry />
        <ThemeToggle />
        {user ? (
          <>
            <Entry to={paths.settings} icon={<Settings aria-hidden="true" />}>
              Settings
            </Entry>
            <button type="button" className="nav-item" onClick={() => void signOut()}>
              <LogOut aria-hidden="true" />
              Sign Out
            </button>
            <ProfileBlock user={user} />
          </>
        ) : null}
      </div>
    </nav>
  );
}
