import {
  CirclePlus,
  Compass,
  Heart,
  LayoutDashboard,
  LogIn,
  LogOut,
  Palette,
  Settings,
  Sparkles,
  UserPlus,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { type Message, msg, type Text, t, textOf } from '#contract/language/text.ts';
import { paths, registerPath, signInPath } from '#contract/paths.ts';
import { testModeNote } from '#contract/site.ts';
import { AddCreatorButton } from '#web/creators/add-creator-button.tsx';
import { useLocation } from '#web/data/location.tsx';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { useData } from '#web/data/query.ts';
import { myApplication, useSite, useUser } from '#web/data/session.ts';
import { signOut } from '#web/data/sign-out.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Chip, type Tone } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { AdminEntry, MessagesEntry, NotificationsEntry } from './lazy-entries.ts';
import { Logo } from './logo.tsx';
import { NavEntry } from './nav-entry.tsx';
import { PaletteButton } from './search-toggle.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

const badges: Record<string, readonly [Message, Tone]> = {
  pending: [msg({ message: 'Under Review', context: 'an application to be a creator' }), 'accent'],
  approved: [msg({ message: 'Verified', context: 'an application to be a creator' }), 'paid'],
  rejected: [msg({ message: 'Rejected', context: 'an application to be a creator' }), 'danger'],
};

/** The status of the person's creator application; nothing without an application. */
function ApplicationBadge() {
  const { data } = useData(myApplication);
  const badge = data && badges[data.verificationStatus];
  return badge ? <Chip tone={badge[1]}>{textOf(badge[0])}</Chip> : null;
}

function MemberEntries({ user }: { user: CurrentUser }) {
  return user.role === 'user' ? (
    <NavEntry
      to={paths.becomeCreator}
      icon={<Sparkles aria-hidden="true" />}
      badge={<ApplicationBadge />}
    >{t`Become a Creator`}</NavEntry>
  ) : (
    <NavEntry to={paths.dashboard} icon={<LayoutDashboard aria-hidden="true" />}>{t`Creator Dashboard`}</NavEntry>
  );
}

function VisitorEntries() {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const save = () => saveOriginalPage(here);
  return (
    <>
      <NavEntry to={paths.becomeCreator} icon={<Sparkles aria-hidden="true" />}>{t`Become a Creator`}</NavEntry>
      <NavEntry to={signInPath(here)} icon={<LogIn aria-hidden="true" />} onClick={save}>{t`Sign In`}</NavEntry>
      <Link to={registerPath(here)} className="btn btn-quiet mx-1 mt-2" onClick={save}>
        <UserPlus aria-hidden="true" />
        {t`Get Started`}
      </Link>
    </>
  );
}

function ProfileBlock({ user }: { user: CurrentUser }) {
  const name = user.displayName || user.username;
  return (
    <Link
      to={paths.myAccount}
      className="nav-me group mx-4 mt-1.5 flex min-h-14 flex-none items-center gap-2.5 border-t border-line px-2.5 pt-2.5 pb-1.5 rail:mx-1 rail:justify-center"
    >
      <Avatar name={name} src={user.avatarUrl} />
      <div className="min-w-0 leading-[1.3] rail:absolute rail:opacity-0">
        <b dir="auto" className="block truncate group-hover:text-accent-text">
          {name}
        </b>
        <span className="block truncate text-sm text-faint" dir="auto">
          @{user.username}
        </span>
      </div>
    </Link>
  );
}

/** Entries under a short heading. */
function NavGroup({ title, children }: { title: Text; children: ReactNode }) {
  return (
    <div className="nav-group flex flex-col gap-0.5 dense:gap-0">
      <p className="nav-title">{title}</p>
      {children}
    </div>
  );
}

function Discover() {
  return (
    <NavGroup title={t`Discover`}>
      <NavEntry
        to={paths.feed}
        icon={<Compass aria-hidden="true" />}
        activeOn={['/', paths.home, paths.feed, paths.feedAlias]}
      >{t`Browse pools`}</NavEntry>
      <NavEntry to={paths.creators} icon={<Palette aria-hidden="true" />}>{t`Creators`}</NavEntry>
      <NavEntry to={paths.users} icon={<Users aria-hidden="true" />}>{t`Users`}</NavEntry>
    </NavGroup>
  );
}

function Yours({ user }: { user: CurrentUser }) {
  return (
    <NavGroup title={t({ message: 'Yours', context: 'heading of the menu entries about what belongs to the reader' })}>
      <MessagesEntry me={user.id} />
      <NotificationsEntry />
      <NavEntry
        to={paths.favorites}
        icon={<Heart aria-hidden="true" />}
        activeOn={[paths.favorites, paths.following]}
      >{t`Favorites`}</NavEntry>
    </NavGroup>
  );
}

function Create() {
  return (
    <NavGroup title={t({ message: 'Create', context: 'heading of the menu entries that add something' })}>
      <NavEntry
        to={paths.createPool}
        icon={<CirclePlus aria-hidden="true" />}
        activeOn={[paths.createPool, '/create', '/create-pool']}
      >{t`Create pool`}</NavEntry>
      <AddCreatorButton className="nav-item" />
    </NavGroup>
  );
}

/** The menu of all main screens (specification 2). */
export function SideNav() {
  const user = useUser();
  const { testCards } = useSite();
  return (
    <nav
      className="flex h-full flex-col pt-4 pb-3 dense:pt-3"
      aria-label={t({ message: 'Main', context: 'the name of the main menu' })}
    >
      <div className="mb-3 flex flex-none items-center justify-between px-4 rail:mb-1 rail:flex-col rail:px-1 dense:mb-1">
        <Logo />
        <PaletteButton className="max-md:hidden" />
      </div>
      {/* The entries scroll above the profile, which stays in view. */}
      <div className="nav-list flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto px-4 scrollbar-thin rail:gap-1 rail:overflow-x-hidden rail:px-1 rail:scrollbar-none dense:gap-0">
        <Discover />
        {user ? <Yours user={user} /> : null}
        <Create />
        {user ? (
          <NavGroup title={t`Manage`}>
            {user.role === 'admin' ? <AdminEntry /> : null}
            <MemberEntries user={user} />
          </NavGroup>
        ) : (
          <NavGroup title={t`Join`}>
            <VisitorEntries />
          </NavGroup>
        )}
        <div className="mt-auto flex flex-col gap-0.5 pt-3 dense:gap-0 dense:pt-1.5">
          {testCards ? (
            <p className="px-2.5 py-1.5 text-xs leading-[1.35] text-faint rail:hidden dense:py-1">
              {textOf(testModeNote)}
            </p>
          ) : null}
          <ThemeToggle />
          {user ? (
            <>
              <NavEntry to={paths.settings} icon={<Settings aria-hidden="true" />}>{t`Settings`}</NavEntry>
              <button type="button" className="nav-item" onClick={() => void signOut()}>
                <LogOut aria-hidden="true" />
                {t`Sign Out`}
              </button>
            </>
          ) : null}
        </div>
      </div>
      {user ? <ProfileBlock user={user} /> : null}
    </nav>
  );
}
