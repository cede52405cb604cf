import type { ReactNode } from 'react';
import type { CreatorRequest, RequestStage } from '#contract/creators/creator-dashboard.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { useLocation, useSearch } from '#web/data/location.tsx';
import { useData } from '#web/data/query.ts';
import { ErrorState, SkeletonList } from '#web/ui/loading-states.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { DashboardCardSkeleton } from './dashboard-card.tsx';
import { requestsOn } from './dashboard-data.ts';

export interface StagePageProps {
  stage: RequestStage;
  /** The items of the first page, which the dashboard contains. */
  first: readonly CreatorRequest[];
  total: number;
  page: number;
  /** The parameter of the URL that holds the page. */
  param: string;
  children: (pool: CreatorRequest) => ReactNode;
}

/** The number of a list's page in the URL. */
export function listPageIn(params: URLSearchParams, param: string): number {
  const page = Number(params.get(param) ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

/** The path of a page of a list, with the other parameters of the URL kept. */
export function useHrefOf(param: string): (page: number) => string {
  const { pathname } = useLocation();
  const params = useSearch();
  return (page) => {
    const next = new URLSearchParams(params);
    if (page > 1) next.set(param, String(page));
    else next.delete(param);
    const text = next.toString();
    return text ? `${pathname}?${text}` : pathname;
  };
}

/** One page of a stage, with links to the others. */
export function StagePage({ stage, first, total, page, param, children }: StagePageProps) {
  const hrefOf = useHrefOf(param);
  const further = useData(requestsOn(stage, page), { enabled: page > 1, keepPrevious: true });
  const items = page > 1 ? further.data?.items : first;
  const pageSize = limits.creatorRequestsPageSize;
  return (
    <>
      {items ? (
        <div className="grid gap-4" aria-busy={further.isPlaceholderData || undefined}>
          {items.map(children)}
        </div>
      ) : further.error ? (
        <ErrorState
          title={t`We couldn’t load these pools`}
          error={further.error}
          onRetry={() => void further.refetch()}
        />
      ) : (
        <div className="grid gap-4">
          <SkeletonList count={3}>
            <DashboardCardSkeleton />
          </SkeletonList>
        </div>
      )}
      <div className="mt-6">
        <Pagination
          page={page}
          totalCount={total}
          totalPages={Math.ceil(total / pageSize)}
          hrefOf={hrefOf}
          from={pageSize}
        />
      </div>
    </>
  );
}
