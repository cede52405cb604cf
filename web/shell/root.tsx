import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '#contract/language/text.ts';
import { showKeptToast } from '#web/data/kept-toast.ts';
import { useLocation } from '#web/data/location.tsx';
import { clearOriginalPage } from '#web/data/original-page.ts';
import { useUser } from '#web/data/session.ts';
import { useIsLoading, useScroll } from '#web/data/use-router.ts';
import { Toaster } from '#web/ui/toast.tsx';
import { SearchPalette } from './search-palette.tsx';

function RouteProgress() {
  if (!useIsLoading()) return null;
  return (
    <div
      // physical: mirrored by the second utility
      className="route-progress fixed inset-x-0 top-0 z-45 h-0.75 origin-left bg-accent rtl:origin-right"
      role="progressbar"
      aria-label={t`Loading the page`}
    />
  );
}

/**
 * After a navigation, announces the new page to screen readers and moves the focus to the top of its content. A change of the query alone
 * is a new page only if the person's action has removed the focused element: filters and tabs keep theirs. A click on text focuses the
 * main element, too, but not visibly.
 */
function RouteAnnouncer() {
  const { pathname, search } = useLocation();
  const region = useRef<HTMLParagraphElement>(null);
  const shown = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the query changes, too
  useEffect(() => {
    const before = shown.current;
    shown.current = pathname;
    if (
      !before ||
      (before === pathname &&
        !(navigator.userActivation?.hasBeenActive && document.activeElement?.matches('body,main:focus-visible')))
    )
      return;
    // The title changes a moment later (entry-client.tsx).
    setTimeout(() => region.current?.replaceChildren(document.title));
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, search]);
  return <p ref={region} className="sr-only" aria-live="assertive" aria-atomic="true" />;
}

/** On page load: shows the toast that the previous page left, and forgets the saved original page after a sign-in. */
function Arrival() {
  const signedIn = useUser() !== null;
  useEffect(showKeptToast, []);
  useEffect(() => {
    if (signedIn) clearOriginalPage();
  }, [signedIn]);
  return null;
}

/** Wraps every page: skip link, progress bar, announcements, search palette, toasts and scroll position. */
export function Root({ children }: { children: ReactNode }) {
  useScroll();
  return (
    <>
      <a
        href="#main"
        className="btn btn-primary skip fixed start-2 top-2 z-50 -translate-y-[200%] focus-visible:translate-y-0"
      >{t`Skip to content`}</a>
      {children}
      <RouteProgress />
      <RouteAnnouncer />
      <SearchPalette />
      <Toaster />
      <Arrival />
    </>
  );
}
