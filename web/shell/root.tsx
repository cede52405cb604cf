import { type ReactNode, useEffect, useRef } from 'react';
import { showCarriedToast } from '#web/data/carried-toast.ts';
import { useLocation } from '#web/data/location.tsx';
import { clearOriginalPage } from '#web/data/original-page.ts';
import { useUser } from '#web/data/session.ts';
import { useIsLoading, useScroll } from '#web/data/use-router.ts';
import { Toaster } from '#web/ui/toast.tsx';
import { SearchPalette } from './search-palette.tsx';

function RouteProgress() {
  if (!useIsLoading()) return null;
  return <div className="route-progress" role="progressbar" aria-label="Loading the page" />;
}

/** Tells screen readers where a navigation led, and lets the keyboard start at the top of the new page. */
function RouteAnnouncer() {
  const { pathname } = useLocation();
  const region = useRef<HTMLParagraphElement>(null);
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what this waits for
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    if (region.current) region.current.textContent = document.title;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
  return <p ref={region} className="sr-only" aria-live="assertive" aria-atomic="true" />;
}

/** What starting a page owes to the one before: its toast; and where someone came from is forgotten once they are in. */
function Arrival() {
  const signedIn = useUser() !== null;
  useEffect(showCarriedToast, []);
  useEffect(() => {
    if (signedIn) clearOriginalPage();
  }, [signedIn]);
  return null;
}

/** Around every page: progress, announcements, toasts, scroll position. */
export function Root({ children }: { children: ReactNode }) {
  useScroll();
  return (
    <>
      <a href="#main" className="btn btn-primary skip">
        Skip to content
      </a>
      {children}
      <RouteProgress />
      <RouteAnnouncer />
      <SearchPalette />
      <Toaster />
      <Arrival />
    </>
  );
}
