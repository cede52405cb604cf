import { Compass } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Text, t } from '#contract/language/text.ts';
import type { listLikedPools } from '#contract/likes.ts';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import type { PoolCard } from '#contract/pools/pools.ts';
import { type DataQuery, useData } from '#web/data/query.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState, Loaded } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import type { Words } from '#web/ui/rich-text.tsx';
import { LinkTabs } from '#web/ui/tabs.tsx';
import { PoolGrid, PoolGridSkeleton } from './pool-grid.tsx';
import { useLivePools } from './use-live-pools.ts';

interface PoolListProps<P extends PoolCard> {
  title: Text;
  lead: Text;
  path: string;
  of: DataQuery<{ pools: P[]; pagination: OutputOf<typeof listLikedPools>['pagination'] }>;
  failed: Text;
  empty: { title: Text; text: Words };
  /** Shown below the card of each pool. */
  below?: (pool: P) => ReactNode;
}

/** A page of pools that the user keeps: favorites, or followed pools. */
export function PoolList<P extends PoolCard>({ title, lead, path, of, failed, empty, below }: PoolListProps<P>) {
  const list = useData(of, { keepPrevious: true });
  const { data } = list;
  useLivePools(data?.pools.map(({ id }) => id) ?? []);
  const hrefOf = (page: number) => (page === 1 ? path : `${path}?page=${page}`);
  // Redirects from beyond the end to the last page, also after the user removes the only pool of the last page.
  const last = data && data.pools.length === 0 && !list.isPlaceholderData ? data.pagination.totalPages : 0;
  useEffect(() => {
    if (last > 0) navigate(last === 1 ? path : `${path}?page=${last}`, { replace: true, keepScroll: true });
  }, [last, path]);
  const nothing = (
    <div className="card">
      <EmptyState
        title={empty.title}
        actions={
          <LinkButton
            to={paths.feed}
            variant="primary"
            icon={<Compass aria-hidden="true" />}
          >{t`Browse pools`}</LinkButton>
        }
      >
        {empty.text}
      </EmptyState>
    </div>
  );
  return (
    <>
      <PageHeader title={title} lead={lead} />
      <LinkTabs
        label={t`Pools you keep`}
        tabs={[
          { to: paths.favorites, label: t`Favorites`, current: path === paths.favorites },
          {
            to: paths.following,
            label: t({ message: 'Following', context: 'tab: followed pools' }),
            current: path === paths.following,
          },
        ]}
      />
      <div className="mt-6">
        <Loaded
          of={list}
          loading={<PoolGridSkeleton count={limits.feedPageSize} />}
          failed={failed}
          empty={({ pagination }) => pagination.totalCount === 0 && nothing}
        >
          {({ pools, pagination }) =>
            last > 0 ? (
              <PoolGridSkeleton count={3} />
            ) : (
              <>
                <h2 className="sr-only">{t`Tip pools`}</h2>
                <PoolGrid pools={pools} eager={3} below={below} />
                <div className="mt-8">
                  <Pagination {...pagination} hrefOf={hrefOf} />
                </div>
              </>
            )
          }
        </Loaded>
      </div>
    </>
  );
}
