import { useEffect, useRef, useState } from 'react';
import { useLocation } from './location.tsx';

interface SearchTextOptions {
  /** The search in the URL. */
  search: string;
  /** Navigates to the list of another search. */
  onSearch: (search: string) => void;
  debounceMs: number;
  /** Shorter texts are not searched, except the empty one. */
  min?: number;
}

/**
 * The text of a search field whose search lives in the URL. The field searches after a debounce. When the URL changes for another
 * reason (the Back button, a "Clear" link), the text follows it; letters typed while a search loads are kept.
 */
export function useSearchText({ search, onSearch, debounceMs, min = 0 }: SearchTextOptions) {
  const { key } = useLocation();
  const [text, setText] = useState(search);
  const requested = useRef(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is compared, even to the same search
  useEffect(() => {
    if (search === requested.current) return;
    requested.current = search;
    setText(search);
  }, [key, search]);
  const searchFor = (next: string) => {
    if (next === requested.current || (next !== '' && next.length < min)) return;
    requested.current = next;
    onSearch(next);
  };
  const latest = useRef(searchFor);
  latest.current = searchFor;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(text.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [text, debounceMs]);
  return {
    text,
    setText,
    /** Searches without the debounce, for Enter and the clear button. */
    searchNow: (next: string) => {
      setText(next);
      searchFor(next.trim());
    },
  };
}
