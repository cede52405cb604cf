import { CirclePlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '#contract/language/text.ts';
import { isAdultCategory } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import type { LoadArgs } from '#web/data/page.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { CategoryBar } from './category-bar.tsx';
import { type FeedAddress, feedAddressPath, parseFeedAddress } from './feed-address.ts';
import { type FeedFilter, feedPage, isNarrowed, isUnfiltered } from './feed-filter.ts';
import { FeedFilters } from './feed-filters.tsx';
import { highlightedPools, poolCategories, popularIn, popularNow } from './feed-queries.ts';
import { FeedSearch } from './feed-search.tsx';
import { FoundPeople, findsPeople, foundFor } from './found-people.tsx';
import { Highlights, PoolResults } from './pool-results.tsx';
import { PopularElsewhere, PopularInCategory } from './popular-pools.tsx';
import { SortSelect } from './sort-select.tsx';
import { useFeedAddress } from './use-feed-address.ts';

const AgeGate = lazyComponent(() => import('#web/age/age-gate.tsx').then((module) => module.AgeGate));

const isFirstOfCategories = (place: FeedAddress) =>
  place.categories.length > 0 && place.search === '' && !isNarrowed(place) && place.page === 1;
const isStart = (place: FeedAddress) => isUnfiltered(place) && place.page === 1;

/** All queries of a page with a feed. */
export const feedQueries = (place: FeedAddress) => [
  feedPage(place.page, place),
  poolCategories,
  ...(isStart(place) ? [highlightedPools] : []),
  ...(place.page === 1 && findsPeople(place.search) ? [foundFor(place.search)] : []),
  ...(isFirstOfCategories(place) ? [popularIn(place.categories), popularNow] : []),
];

/** Whether a feed shows everyone the same pools. A search also finds people, whose results may depend on who searches. */
export function isSharedFeed(url: URL): boolean {
  const { search, following } = parseFeedAddress(url.searchParams);
  return search === '' && !following;
}

/** The path of the first page if this one is past the last page; else undefined. Server only: the browser redirects in `FeedPools`. */
export async function redirectBeyondLastPage(url: URL, fetch: LoadArgs['fetch']): Promise<string | undefined> {
  const place = parseFeedAddress(url.searchParams);
  if (!import.meta.env.SSR || place.page === 1) return undefined;
  // The feed shows a failed read itself.
  const feed = await fetch(feedPage(place.page, place)).catch(() => null);
  const beyond = feed && feed.pools.length === 0 && feed.pagination.totalPages > 0;
  return beyond ? feedAddressPath(url.pathname, { ...place, page: 1 }) : undefined;
}

interface AdultChoiceProps {
  chosen: readonly string[];
  /** The chosen categories, at least one of them adult, that apply once the age gate is passed. */
  pending: readonly string[] | null;
  onPass: () => void;
  onRefuse: () => void;
}

/** Opens the age gate before an adult category is shown, including one named by the URL. */
function AdultChoice({ chosen, pending, onPass, onRefuse }: AdultChoiceProps) {
  if (!(pending ?? chosen).some(isAdultCategory)) return null;
  return <AgeGate key={pending?.join() ?? 'shown'} active onPass={onPass} onRefuse={onRefuse} />;
}

function useCategoryChoice(chosen: readonly string[], choose: (change: Partial<FeedFilter>) => void) {
  const [pending, setPending] = useState<readonly string[] | null>(null);
  return {
    pending,
    pick: (categories: readonly string[]) => {
      const asksAge = categories.some((name) => isAdultCategory(name) && !chosen.includes(name));
      if (asksAge) setPending(categories);
      else choose({ categories });
    },
    pass: () => {
      if (pending) choose({ categories: pending });
      setPending(null);
    },
    refuse: () => {
      if (!pending) choose({ categories: chosen.filter((name) => !isAdultCategory(name)) });
      setPending(null);
    },
  };
}

export interface PoolBrowserProps {
  /** The path whose query holds this feed's filters. */
  basePath: string;
  /** Takes the place of the pools if the site has none. */
  emptySite: ReactNode;
  /** Shown at the top of an unfiltered first page. */
  children?: ReactNode;
}

/** The feed with its search, category filter and sort order. */
export function PoolBrowser({ basePath, emptySite, children }: PoolBrowserProps) {
  const { place, choose } = useFeedAddress(basePath);
  const { categories, search, sort, page } = place;
  const { pending, pick, pass, refuse } = useCategoryChoice(categories, choose);
  return (
    <>
      <div className="flex gap-3">
        <FeedSearch
          search={search}
          action={basePath}
          // Further letters replace the history entry, so that Back leaves the search at once.
          onSearch={(next) => choose({ search: next }, { replace: search !== '' && next !== '' })}
        />
        <LinkButton
          to={paths.createPool}
          variant="primary"
          className="max-md:hidden"
          icon={<CirclePlus aria-hidden="true" />}
        >{t`Start a pool`}</LinkButton>
      </div>
      <CategoryBar chosen={categories} onChange={pick} />
      {isStart(place) ? (
        <>
          {children}
          <Highlights />
        </>
      ) : null}
      {page === 1 && search !== '' ? <FoundPeople search={search} /> : null}
      {isFirstOfCategories(place) ? <PopularInCategory filter={place} /> : null}
      <PoolResults
        page={page}
        basePath={basePath}
        filter={place}
        emptySite={emptySite}
        aside={
          <div className="ms-auto flex flex-wrap items-center gap-2 max-sm:my-1.5 max-sm:basis-full">
            <FeedFilters basePath={basePath} place={place} choose={choose} />
            <SortSelect sort={sort} searching={search !== ''} onSort={(next) => choose({ sort: next })} />
          </div>
        }
      />
      {isFirstOfCategories(place) ? <PopularElsewhere filter={place} /> : null}
      <AdultChoice chosen={categories} pending={pending} onPass={pass} onRefuse={refuse} />
    </>
  );
}
