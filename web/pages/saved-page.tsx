import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { listSavedPools } from '#contract/saves.ts';
import { useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { live, optional, query } from '#web/data/query.ts';
import { pageIn } from '#web/pools/feed-queries.ts';
import { PoolList } from '#web/pools/pool-list.tsx';

const savedOn = (page: number) =>
  optional(live(query(listSavedPools, { query: { page, pageSize: limits.feedPageSize } })));

export const page = definePage({
  title: 'Saved for later',
  description: 'The tip pools you saved for later, newest first.',
  canonical: paths.saved,
  noindex: true,
  queries: ({ url, user }) => (user ? [savedOn(pageIn(url.searchParams))] : []),
});

export function Component() {
  return (
    <PoolList
      title="Saved for later"
      lead="Only you see this list. We’ll remind you 24 hours before a saved tip pool closes."
      path={paths.saved}
      of={savedOn(pageIn(useSearch()))}
      failed="We couldn’t load your saved tip pools"
      empty={{
        title: 'No saved tip pools yet',
        text: 'Press the bookmark on a tip pool to decide later. We’ll remind you 24 hours before it closes.',
      }}
    />
  );
}
