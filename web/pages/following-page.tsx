import { listSavedPools } from '#contract/calls/pools.ts';
import { msg, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { live, optional, query } from '#web/data/query.ts';
import { pageIn } from '#web/pools/feed-queries.ts';
import { PoolList } from '#web/pools/pool-list.tsx';
import { PoolNewsSwitch } from '#web/pools/pool-news-switch.tsx';

const followedOn = (page: number) =>
  optional(live(query(listSavedPools, { query: { page, pageSize: limits.feedPageSize } })));

export const page = definePage({
  title: msg`Following`,
  description: msg`The tip pools you follow, newest first.`,
  canonical: paths.following,
  noindex: true,
  queries: ({ url, user }) => (user ? [followedOn(pageIn(url.searchParams))] : []),
});

export function Component() {
  return (
    <PoolList
      title={t`Following`}
      lead={t`Only you see this list. With news on, you’ll hear about updates and what happens next, and get a reminder 24 hours before a tip pool closes.`}
      path={paths.following}
      of={followedOn(pageIn(useSearch()))}
      failed={t`We couldn’t load the tip pools you follow`}
      empty={{
        title: t`You aren’t following any tip pools yet`,
        text: t`Press the bell on a tip pool to get its news without pledging.`,
      }}
      below={(pool) => <PoolNewsSwitch pool={pool} className="mt-1" />}
    />
  );
}
