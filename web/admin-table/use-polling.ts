import { useEffect } from 'react';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { useRefresh } from '#web/data/query.ts';

const everyMs = 15_000;

/** Fetches a list again from time to time while its tab is visible, for lists whose changes the server does not report. */
export function usePolling(endpoint: AnyEndpoint, isOn: boolean): void {
  const refresh = useRefresh();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is new on every render
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh(endpoint);
    }, everyMs);
    return () => clearInterval(timer);
  }, [endpoint, isOn]);
}
