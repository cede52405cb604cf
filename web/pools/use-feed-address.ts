import { useEffect, useMemo, useRef } from 'react';
import { useSearch } from '#web/data/location.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { type FeedAddress, feedAddressPath, parseFeedAddress } from './feed-address.ts';
import type { FeedFilter } from './feed-filter.ts';

/** The feed address in the URL, and `choose`, which changes it without a reload and returns to the first page. */
export function useFeedAddress(basePath: string) {
  const search = useSearch();
  const place = useMemo(() => parseFeedAddress(search), [search]);
  // A second choice in quick succession builds on the first, which may not be in the URL yet.
  const wanted = useRef(place);
  useEffect(() => {
    wanted.current = place;
  }, [place]);
  const choose = (change: Partial<FeedFilter>, { replace = false } = {}) => {
    const next: FeedAddress = { ...wanted.current, ...change, page: 1 };
    const path = feedAddressPath(basePath, next);
    if (path === feedAddressPath(basePath, wanted.current)) return;
    wanted.current = next;
    navigate(path, { keepScroll: true, replace });
  };
  return { place, choose };
}
