import { paths } from '#contract/paths.ts';
import { useData } from '#web/data/query.ts';
import { TextLink } from '#web/ui/link.tsx';
import { feedAddressPath } from './feed-address.ts';
import { unfilteredFeed } from './feed-filter.ts';
import { popularIn } from './feed-queries.ts';
import { PoolGrid, PoolGridSkeleton } from './pool-grid.tsx';
import { useLivePools } from './use-live-pools.ts';

const shownMost = 3;
const nameList = new Intl.ListFormat('en', { type: 'conjunction' });

interface PoolsForYouProps {
  /** Category names, at least one. */
  interests: readonly string[];
  /** The path whose query holds the feed's filters. */
  basePath: string;
}

/** Above the feed: trending pools in the categories that the person chose as interests. */
export function PoolsForYou({ interests, basePath }: PoolsForYouProps) {
  const { data, error } = useData(popularIn(interests));
  const pools = data?.pools.slice(0, shownMost);
  useLivePools(pools?.map((pool) => pool.id) ?? []);
  // The feed below shows the same failure with Retry.
  if (error) return null;
  const names = nameList.format(interests);
  return (
    <section aria-labelledby="for-you" className="mb-8">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <div>
          <h2 id="for-you">For you</h2>
          <p className="text-sm text-muted">
            Popular in {names}.{' '}
            <TextLink to={`${paths.settings}#interests`} className="tap">
              Change interests
            </TextLink>
          </p>
        </div>
        <TextLink to={feedAddressPath(basePath, { ...unfilteredFeed, categories: interests, page: 1 })} className="tap">
          See all
        </TextLink>
      </div>
      {pools === undefined ? <PoolGridSkeleton count={shownMost} /> : null}
      {pools && pools.length > 0 ? <PoolGrid pools={pools} fill /> : null}
      {pools?.length === 0 ? (
        <p className="card p-5">
          No pools in {names} yet. <TextLink to={paths.createPool}>Start the first one</TextLink>
        </p>
      ) : null}
    </section>
  );
}
