import { formatList } from '#contract/language/lists.ts';
import { msg, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import { useData } from '#web/data/query.ts';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { feedAddressPath } from './feed-address.ts';
import { unfilteredFeed } from './feed-filter.ts';
import { popularIn } from './feed-queries.ts';
import { PoolGrid, PoolGridSkeleton } from './pool-grid.tsx';
import { useLivePools } from './use-live-pools.ts';

const shownMost = 3;

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
  const categories = formatList(interests.map(categoryText));
  return (
    <section aria-labelledby="for-you" className="mb-8">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <div>
          <h2 id="for-you">{t`For you`}</h2>
          <p className="text-sm text-muted">
            <RichText
              text={msg`Popular in ${{ categories }}. <link>Change interests</link>`}
              tags={{
                link: (text) => (
                  <TextLink to={`${paths.settings}#interests`} className="tap">
                    {text}
                  </TextLink>
                ),
              }}
            />
          </p>
        </div>
        <TextLink
          to={feedAddressPath(basePath, { ...unfilteredFeed, categories: interests, page: 1 })}
          className="tap"
        >{t`See all`}</TextLink>
      </div>
      {pools === undefined ? <PoolGridSkeleton count={shownMost} /> : null}
      {pools && pools.length > 0 ? <PoolGrid pools={pools} fill /> : null}
      {pools?.length === 0 ? (
        <p className="card p-5">
          <RichText
            text={msg`No pools in ${{ categories }} yet. <link>Start the first one</link>`}
            tags={{ link: (text) => <TextLink to={paths.createPool}>{text}</TextLink> }}
          />
        </p>
      ) : null}
    </section>
  );
}
