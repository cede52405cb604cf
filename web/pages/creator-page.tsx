import { CirclePlus } from 'lucide-react';
import { getCreator } from '#contract/creators.ts';
import { limits } from '#contract/limits.ts';
import { creatorPath, paths } from '#contract/paths.ts';
import { listPools } from '#contract/pools.ts';
import { creatorFeedBase, creatorShareImage, isAdultCreator } from '#contract/sharing.ts';
import { CreatorHeader, CreatorHeaderSkeleton } from '#web/creators/creator-header.tsx';
import { useLocation, useParams, useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { useSite } from '#web/data/session.ts';
import { pageIn } from '#web/pools/feed-queries.ts';
import { PoolGrid, PoolGridSkeleton } from '#web/pools/pool-grid.tsx';
import { useLivePools } from '#web/pools/use-live-pools.ts';
import { creatorJsonLd } from '#web/sharing/json-ld.ts';
import { ShareButton } from '#web/sharing/share-button.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState, Loaded } from '#web/ui/faces.tsx';
import { BackLink } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';

const creatorOf = (username = '') => query(getCreator, { params: { username } });
const poolsFor = (username = '', page = 1) =>
  optional(query(listPools, { query: { creator: username, page, pageSize: limits.feedPageSize } }));

export const page = definePage({
  head: ({ params, read, site }) => {
    const profile = read(creatorOf(params.username));
    if (!profile) return { title: 'Creator', noindex: true };
    const by = profile.status === 'verified' ? 'Verified creator.' : 'Added by fans, not affiliated.';
    return {
      title: `${profile.displayName} (@${profile.username})`,
      description: `${profile.description || `Tip pools that ask ${profile.displayName}.`} ${by}`,
      canonical: creatorPath(profile.username),
      image: creatorShareImage(profile.username),
      imageAlt: `${profile.displayName} (@${profile.username})`,
      type: 'profile',
      feed: { title: `Tip pools for ${profile.displayName}`, base: creatorFeedBase(profile.username) },
      adult: isAdultCreator(profile.category),
      // Read by machines, which ask the server.
      jsonLd: import.meta.env.SSR ? creatorJsonLd(profile, site) : undefined,
    };
  },
  queries: ({ params, url }) => [creatorOf(params.username), poolsFor(params.username, pageIn(url.searchParams))],
});

const startPath = (username: string) => `${paths.createPool}?creator=${encodeURIComponent(username)}`;

function CreatorPools({ username, name }: { username: string; name: string }) {
  const { pathname } = useLocation();
  const pools = useData(poolsFor(username, pageIn(useSearch())));
  useLivePools(pools.data?.pools.map(({ id }) => id) ?? []);
  const start = (
    <LinkButton to={startPath(username)} variant="primary" icon={<CirclePlus aria-hidden="true" />}>
      Start a pool for {name}
    </LinkButton>
  );
  return (
    <section aria-labelledby="creator-pools">
      <h2 id="creator-pools" className="mb-4">
        Tip pools{' '}
        {pools.data ? (
          <span className="ml-1 font-text text-[15px] font-semibold tracking-normal text-faint tabular-nums">
            ({pools.data.pagination.totalCount})
          </span>
        ) : null}
      </h2>
      <Loaded
        of={pools}
        loading={<PoolGridSkeleton count={3} />}
        failed="Tip pools could not be loaded"
        empty={({ pagination }) =>
          pagination.totalCount === 0 && (
            <EmptyState title={`Nobody has asked ${name} yet`} actions={start}>
              A tip pool says what you would love them to make, and what fans would pay for it.
            </EmptyState>
          )
        }
      >
        {({ pools: found, pagination }) => (
          <>
            <PoolGrid pools={found} eager={3} />
            <div className="mt-8">
              <Pagination
                {...pagination}
                hrefOf={(number) => (number === 1 ? pathname : `${pathname}?page=${number}`)}
              />
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}

export function Component() {
  const { username } = useParams();
  const profile = useData(creatorOf(username));
  const { brandName } = useSite();
  return (
    <>
      <div className="mb-3">
        <BackLink fallback={paths.feed} />
      </div>
      <Loaded of={profile} loading={<CreatorHeaderSkeleton />} failed="This creator could not be loaded">
        {(data) => (
          <>
            <CreatorHeader
              profile={data}
              actions={
                <>
                  <LinkButton to={startPath(data.username)} variant="primary" icon={<CirclePlus aria-hidden="true" />}>
                    Start a pool
                    <span className="sr-only"> for {data.displayName}</span>
                  </LinkButton>
                  <ShareButton
                    title={`${data.displayName} on ${brandName}`}
                    path={creatorPath(data.username)}
                    image={creatorShareImage(data.username)}
                  />
                </>
              }
            />
            <CreatorPools username={data.username} name={data.displayName} />
          </>
        )}
      </Loaded>
    </>
  );
}
