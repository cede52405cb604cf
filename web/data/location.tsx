import { type ComponentType, createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Params } from './match-path.ts';

export interface Location {
  pathname: string;
  /** With the question mark; empty without a query. */
  search: string;
  /** With the hash sign; empty without a hash. */
  hash: string;
  /** New for every navigation, so that two visits to the same URL differ. */
  key: string;
}

/** A page that is ready to be shown. */
export interface View {
  location: Location;
  params: Params;
  /** Absent if the page could not be loaded. */
  Component?: () => ReactNode;
  /** The app shell with the side navigation; absent for pages without it. */
  Frame?: ComponentType<{ children: ReactNode }> | undefined;
  /** The reason why the page could not be shown. */
  error?: unknown;
}

const emptyView: View = { location: { pathname: '/', search: '', hash: '', key: '' }, params: {} };

export const ViewContext = createContext<View>(emptyView);

export function useLocation(): Location {
  return useContext(ViewContext).location;
}

export function useParams(): Params {
  return useContext(ViewContext).params;
}

/** The query parameters of the URL; change them with `navigate`. */
export function useSearch(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** The error with which the page failed; for the error page. */
export function usePageError(): unknown {
  return useContext(ViewContext).error;
}
