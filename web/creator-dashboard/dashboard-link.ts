import { createContext, useContext } from 'react';

/** The pool that a link to the dashboard points to. */
export interface DashboardLink {
  poolId: string;
  /** The link opens the request's terms. */
  toAnswer: boolean;
}

export const DashboardLinkContext = createContext<DashboardLink | undefined>(undefined);

/** The dashboard link if it points to this pool. */
export function useLinkTo(poolId: string): DashboardLink | undefined {
  const link = useContext(DashboardLinkContext);
  return link?.poolId === poolId ? link : undefined;
}

export const dashboardCardId = (poolId: string) => `pool-card-${poolId}`;
