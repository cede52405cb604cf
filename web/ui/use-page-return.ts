import { useEffect, useEffectEvent } from 'react';

/** Calls `wake` when the browser restores the page from its back/forward cache, for example after the Back button. */
export function usePageReturn(wake: () => void): void {
  const onShow = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) wake();
  });
  useEffect(() => {
    const listener = (event: PageTransitionEvent) => onShow(event);
    window.addEventListener('pageshow', listener);
    return () => window.removeEventListener('pageshow', listener);
  }, []);
}
