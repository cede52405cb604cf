import { Menu, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '#contract/language/text.ts';
import { useLocation } from '#web/data/location.tsx';
import { ownPart } from '#web/data/own-part.tsx';
import { useUser } from '#web/data/session.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/dialog.tsx';
import { AfterPaint } from '#web/ui/hydration/after-paint.tsx';
import { DeferredHydration } from '#web/ui/hydration/deferred-hydration.tsx';
import { lateComponent } from '#web/ui/hydration/late-component.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { ChatToggle } from './chat-toggle.tsx';
import { AdminAreas } from './lazy-entries.ts';
import { Logo } from './logo.tsx';
import { SearchToggle } from './search-toggle.tsx';
import { SideNav } from './side-nav.tsx';
import { TabBar } from './tab-bar.tsx';

// Loaded lazily because few people need it.
const SuspensionBanner = lazyComponent(() =>
  import('./suspension-banner.tsx').then((module) => module.SuspensionBanner),
);

const SecondFactorBanner = lazyComponent(() =>
  import('./second-factor-banner.tsx').then((module) => module.SecondFactorBanner),
);

const SiteFooter = lateComponent(() => import('./site-footer.tsx').then((module) => module.SiteFooter));

/** Above the page: a notice to suspended people, and the second level of an admin's menu. */
function TopOfPage() {
  const user = useUser();
  return (
    <>
      {user?.suspension ? <SuspensionBanner suspension={user.suspension} /> : null}
      {user?.secondFactorDue ? <SecondFactorBanner due={user.secondFactorDue} /> : null}
      {user?.role === 'admin' ? <AdminAreas /> : null}
    </>
  );
}

const OwnTopOfPage = ownPart(TopOfPage);
const OwnSideNav = ownPart(SideNav);
const OwnTabBar = ownPart(TabBar);

/** The top bar below the md breakpoint. Its menu slides in over the dimmed page. */
function TopBar() {
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  // As a cleanup, because an effect would also run after the first render, and close a menu that was opened just before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => () => setOpen(false), [key]);
  return (
    <header className="topbar sticky top-0 z-20 flex items-center gap-1 border-b border-line bg-paper py-1.5 ps-1.5 pe-2 in-[.page:has(.conversations[data-open])]:hidden md:hidden print:hidden">
      <IconButton label={t`Open menu`} aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
        <Menu aria-hidden="true" />
        {/* Something behind the menu is unread. */}
        <span className="absolute end-2 top-2.25 hidden size-2.5 rounded-full border-2 border-paper bg-(--badge) in-[.shell:has(.side_.count-badge)]:block" />
      </IconButton>
      <Logo />
      <SearchToggle />
      <ChatToggle />
      <Sheet open={open} onClose={() => setOpen(false)} title={t`Menu`} side="start" hideHead>
        <IconButton label={t`Close menu`} className="absolute! end-3 top-4" onClick={() => setOpen(false)}>
          <X aria-hidden="true" />
        </IconButton>
        <AfterPaint>
          <OwnSideNav />
        </AfterPaint>
      </Sheet>
    </header>
  );
}

/** The frame of all main screens: side navigation, content and footer. */
export function AppShell({ children }: { children: ReactNode }) {
  return (
    <div className="shell min-h-dvh md:grid md:grid-cols-[var(--side)_minmax(0,1fr)] print:block">
      <div className="side sticky top-0 h-dvh border-e border-line max-md:hidden print:hidden">
        <DeferredHydration>
          <OwnSideNav />
        </DeferredHydration>
      </div>
      <div className="page flex min-h-dvh min-w-0 flex-col">
        <TopBar />
        <main id="main" className="main" tabIndex={-1}>
          <OwnTopOfPage />
          {children}
        </main>
        {/* On a phone the pledge bar may cover the end of the page. */}
        <SiteFooter className="max-md:pb-24" />
        <DeferredHydration>
          <OwnTabBar />
        </DeferredHydration>
      </div>
    </div>
  );
}
