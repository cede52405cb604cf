import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation } from './location.tsx';
import type { Router } from './router.ts';

/** Null on the server, which shows one view and goes nowhere. */
export const RouterContext = createContext<Router | null>(null);

const never = () => () => undefined;

/** Whether the next page is on its way. */
export function useIsLoading(): boolean {
  const router = useContext(RouterContext);
  return useSyncExternalStore(
    router?.subscribe ?? never,
    () => router?.isLoading() ?? false,
    () => false,
  );
}

/** Opens the present page again, for a button that says so. */
export function useReload(): { reload: () => void; isLoading: boolean } {
  const router = useContext(RouterContext);
  const reload = useCallback(() => void router?.reload(), [router]);
  return { reload, isLoading: useIsLoading() };
}

/** Scrolls each page to where it should be: the top, a place named by the address, or where it was. */
export function useScroll(): void {
  const router = useContext(RouterContext);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival scrolls once
  useLayoutEffect(() => {
    const target = router?.scrollTarget();
    if (typeof target === 'number') window.scrollTo(0, target);
    else if (target) document.getElementById(decodeURIComponent(target.slice(1)))?.scrollIntoView();
  }, [router, key]);
}

/** Holds on to a page while something is under way: `leave` is there when somebody wants to go. */
export function useLeaveGuard(when: boolean): { leave: (() => void) | null; stay: () => void } {
  const router = useContext(RouterContext);
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!when || !router) return;
    return router.guard((to, go) => {
      if (to.pathname + to.search === pathname + search) return false;
      setLeave(() => go);
      return true;
    });
  }, [when, router, pathname, search]);
  return { leave, stay: useCallback(() => setLeave(null), []) };
}
