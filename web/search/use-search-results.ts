import { searchEverything } from '#contract/calls/pools.ts';
import { limits } from '#contract/limits.ts';
import { query, useData } from '#web/data/query.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';

/** The server's results for a text. Keeps the previous results while new ones load. */
export function useSearchResults(text: string) {
  const { min, debounceMs } = limits.everywhereSearch;
  const asked = useDebounced(text, debounceMs);
  const enough = [...text].length >= min;
  const wanted = { ...query(searchEverything, { query: { q: asked } }), staleTime: limits.userSearch.staleMs };
  const found = useData(wanted, { enabled: [...asked].length >= min, keepPrevious: true });
  return {
    ...found,
    data: enough ? found.data : undefined,
    error: enough ? found.error : null,
    /** Whether the results belong to the current text. */
    isCurrent: !enough || (asked === text && found.data !== undefined && !found.isPlaceholderData),
    isWaiting: enough && found.data === undefined && !found.error,
  };
}
