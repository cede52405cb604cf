import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { refreshAdminList } from '#web/data/admin-counts.ts';

const everyMs = 15_000;

/** Fetches a list and its open entry again from time to time while its tab is visible, for lists whose changes the server does not report. */
export function usePolling(endpoint: AnyEndpoint, isOn: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refreshAdminList(queries, endpoint);
    }, everyMs);
    return () => clearInterval(timer);
  }, [queries, endpoint, isOn]);
}
