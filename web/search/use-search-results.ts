import { useEffect, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { searchEverything } from '#contract/search.ts';
import { query, useData } from '#web/data/query.ts';

/** Follows a text after a pause in the typing. */
function useSettled(text: string, afterMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), afterMs);
    return () => clearTimeout(timer);
  }, [text, afterMs]);
  return settled;
}

/** What the server finds for a text; while the next answer is on its way, the last one. */
export function useSearchResults(text: string) {
  const { min, debounceMs } = limits.everywhereSearch;
  const asked = useSettled(text, debounceMs);
  const enough = [...text].length >= min;
  const wanted = { ...query(searchEverything, { query: { q: asked } }), staleTime: limits.userSearch.staleMs };
  const found = useData(wanted, { enabled: [...asked].length >= min, keepPrevious: true });
  return {
    ...found,
    data: enough ? found.data : undefined,
    error: enough ? found.error : null,
    /** Whether what is shown answers what is typed now. */
    isCurrent: !enough || (asked === text && found.data !== undefined && !found.isPlaceholderData),
    isWaiting: enough && found.data === undefined && !found.error,
  };
}
