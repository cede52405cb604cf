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
import { decodePart } from './match-path.ts';
import type { Router } from './router.ts';

/** Null on the server, which renders a single view. */
export const RouterContext = createContext<Router | null>(null);

const never = () => () => undefined;

/** Whether a navigation is in progress. */
export function useIsLoading(): boolean {
  const router = useContext(RouterContext);
  return useSyncExternalStore(
    router?.subscribe ?? never,
    () => router?.isLoading() ?? false,
    () => false,
  );
}

/** Reloads the current page within the router. */
export function useReload(): { reload: () => void; isLoading: boolean } {
  const router = useContext(RouterContext);
  const reload = useCallback(() => void router?.reload(), [router]);
  return { reload, isLoading: useIsLoading() };
}

/** Scrolls after each navigation: to the top, to the anchor in the hash, or to the restored position. */
export function useScroll(): void {
  const router = useContext(RouterContext);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation scrolls once
  useLayoutEffect(() => {
    const target = router?.scrollTarget();
    if (typeof target === 'number') window.scrollTo(0, target);
    else if (target) document.getElementById(decodePart(target.slice(1)))?.scrollIntoView();
  }, [router, key]);
}

/** Blocks navigation while `when` is true. `leave` is set after a blocked attempt and continues it; `stay` cancels it. */
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
