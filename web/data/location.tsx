import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Params } from './match-path.ts';

export interface Location {
  pathname: string;
  /** With its question mark; empty without a query. */
  search: string;
  /** With its hash sign; empty without one. */
  hash: string;
  /** New with every arrival, so that the same address twice is two arrivals. */
  key: string;
}

/** What is on the screen. */
export interface View {
  location: Location;
  params: Params;
  /** Absent where the page could not be shown. */
  Component?: () => ReactNode;
  /** Inside of the side navigation. */
  framed: boolean;
  /** Why the page could not be shown. */
  error?: unknown;
}

const nowhere: View = { location: { pathname: '/', search: '', hash: '', key: '' }, params: {}, framed: false };

export const ViewContext = createContext<View>(nowhere);

export function useLocation(): Location {
  return useContext(ViewContext).location;
}

export function useParams(): Params {
  return useContext(ViewContext).params;
}

/** The query of the address; change it with `navigate`. */
export function useSearch(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** What the page failed with; for the page that stands in its place. */
export function usePageError(): unknown {
  return useContext(ViewContext).error;
}
