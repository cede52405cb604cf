import { Menu, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
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

const SiteFooter = lateComponent(() => import('./site-footer.tsx').then((module) => module.SiteFooter));

/** Above the page: a notice to suspended people, and the second level of an admin's menu. */
function TopOfPage() {
  const user = useUser();
  return (
    <>
      {user?.suspension ? <SuspensionBanner suspension={user.suspension} /> : null}
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
    <header className="topbar">
      <IconButton label="Open menu" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
        <Menu aria-hidden="true" />
      </IconButton>
      <Logo />
      <SearchToggle />
      <ChatToggle />
      <Sheet open={open} onClose={() => setOpen(false)} title="Menu" side="left" hideHead>
        <IconButton label="Close menu" className="absolute! top-4 right-3" onClick={() => setOpen(false)}>
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
    <div className="shell">
      <div className="side">
        <DeferredHydration>
          <OwnSideNav />
        </DeferredHydration>
      </div>
      <div className="page">
        <TopBar />
        <main id="main" className="main" tabIndex={-1}>
          <OwnTopOfPage />
          {children}
        </main>
        <SiteFooter />
        <DeferredHydration>
          <OwnTabBar />
        </DeferredHydration>
      </div>
    </div>
  );
}
