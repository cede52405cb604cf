import type { Query, QueryClient } from '@tanstack/react-query';

/** `isGap`: this tab has missed live updates. */
type OnChange = (isGap: boolean) => void;

// Client only: `keepFresh` writes it when the page starts.
let onChange: OnChange | undefined;

/** Reports that cached data may be old: the person changed something, got a notice, or (`isGap`) the tab missed live updates. */
export function reportChange(isGap = false): void {
  onChange?.(isGap);
}

const isLive = ({ meta }: Query) => meta?.isLive === true;
/**
 * Data with a separate cache time keeps it (specification 9, "Cache times"). The type of the library omits the option. Data known to be
 * absent (null), such as a visitor's account, stays absent.
 */
const mayChange = ({ options, state }: Query) =>
  (options as { staleTime?: number }).staleTime === Number.POSITIVE_INFINITY && state.data !== null;

/**
 * Cached data is never stale by default (specification 9, "Data defaults"). These rules make data stale that has probably changed, so
 * that its next mount fetches it again: live data when it leaves the screen, and all data off the screen after a reported change. After
 * a gap, live data on the screen is fetched again at once.
 */
export function keepFresh(queries: QueryClient): void {
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'observerRemoved' && isLive(query) && query.getObserversCount() === 0) query.invalidate();
  });
  onChange = (isGap) => {
    if (isGap) void queries.invalidateQueries({ predicate: isLive });
    void queries.invalidateQueries({ type: 'inactive', refetchType: 'none', predicate: mayChange });
  };
}
