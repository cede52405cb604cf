import { msg, t } from '#contract/language/text.ts';
import { useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { type PeopleView, peoplePage, peopleSearchIn, peopleSortIn } from '#web/people/people-data.ts';
import { PeopleList } from '#web/people/people-list.tsx';
import { PeopleSearch } from '#web/people/people-search.tsx';
import { pageIn } from '#web/pools/feed-queries.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

const viewIn = (address: URLSearchParams): PeopleView => ({
  search: peopleSearchIn(address),
  sort: peopleSortIn(address),
  page: pageIn(address),
});

export const page = definePage({
  title: msg`Users`,
  description: msg`Find fans and creators by name or username, and see the tip pools they start and back.`,
  noindex: true,
  queries: ({ url, user }) => (user ? [peoplePage(viewIn(url.searchParams))] : []),
});

export function Component() {
  const view = viewIn(useSearch());
  return (
    <>
      <PageHeader title={t`Users`} lead={t`Find fans and creators, and see the tip pools they start and back.`} />
      <PeopleSearch search={view.search} sort={view.sort} />
      <PeopleList view={view} />
    </>
  );
}
