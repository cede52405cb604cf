import { useEffect, useMemo, useRef } from 'react';
import { useSearch } from '#web/data/location.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { type FeedPlace, feedIn, feedPath } from './feed-address.ts';
import type { FeedFilter } from './feed-queries.ts';

/** The place in the feed that the address names, and how to choose something else: the first page of it, without a reload. */
export function useFeed(basePath: string) {
  const search = useSearch();
  const place = useMemo(() => feedIn(search), [search]);
  // Two choices in quick succession: the second builds on the first, which may not have arrived yet.
  const wanted = useRef(place);
  useEffect(() => {
    wanted.current = place;
  }, [place]);
  const choose = (change: Partial<FeedFilter>, { replace = false } = {}) => {
    const next: FeedPlace = { ...wanted.current, ...change, page: 1 };
    const path = feedPath(basePath, next);
    if (path === feedPath(basePath, wanted.current)) return;
    wanted.current = next;
    navigate(path, { keepScroll: true, replace });
  };
  return { place, choose };
}
