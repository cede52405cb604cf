import { CirclePlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isAdultCategory } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import type { LoadArgs } from '#web/data/page.ts';
import { useSite } from '#web/data/session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { CategoryBar } from './category-bar.tsx';
import { type FeedAddress, feedAddressPath, parseFeedAddress } from './feed-address.ts';
import {
  type FeedFilter,
  feedPage,
  highlightedPools,
  isUnfiltered,
  poolCategories,
  popularIn,
  popularNow,
} from './feed-queries.ts';
import { FeedSearch } from './feed-search.tsx';
import { Highlights, PoolResults } from './pool-results.tsx';
import { PopularElsewhere, PopularInCategory } from './popular-pools.tsx';
import { SortSelect } from './sort-select.tsx';
import { useFeedAddress } from './use-feed-address.ts';

const loadGate = () => import('#web/age/age-gate.tsx').then((module) => module.AgeGate);
const AgeGate = lazyComponent(import.meta.env.SSR ? await loadGate() : null, loadGate);

const isFirstOfCategories = ({ categories, search, page }: FeedAddress) =>
  categories.length > 0 && search === '' && page === 1;
const isStart = (place: FeedAddress) => isUnfiltered(place) && place.page === 1;

/** Everything that a page with a feed reads. */
export const feedQueries = (place: FeedAddress) => [
  feedPage(place.page, place),
  poolCategories,
  ...(isStart(place) ? [highlightedPools] : []),
  ...(isFirstOfCategories(place) ? [popularIn(place.categories), popularNow] : []),
];

/** Past the last page there is nothing to see: the server sends to the first, as the browser does once it knows. */
export async function redirectBeyondLastPage(url: URL, fetch: LoadArgs['fetch']): Promise<string | undefined> {
  const place = parseFeedAddress(url.searchParams);
  if (!import.meta.env.SSR || place.page === 1) return undefined;
  // A failure is left to the feed itself.
  const feed = await fetch(feedPage(place.page, place)).catch(() => null);
  const beyond = feed && feed.pools.length === 0 && feed.pagination.totalPages > 0;
  return beyond ? feedAddressPath(url.pathname, { ...place, page: 1 }) : undefined;
}

interface AdultChoiceProps {
  chosen: readonly string[];
  /** Categories, an adult one among them, that wait for a yes. */
  pending: readonly string[] | null;
  onPass: () => void;
  onRefuse: () => void;
}

/** Asks before an adult category is shown, also where the address names one. */
function AdultChoice({ chosen, pending, onPass, onRefuse }: AdultChoiceProps) {
  const { adultContent } = useSite();
  if (!adultContent || !(pending ?? chosen).some(isAdultCategory)) return null;
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
  /** The address whose query this feed follows. */
  basePath: string;
  /** Above everything else of an unfiltered first page. */
  children?: ReactNode;
}

/** The feed with all that chooses from it. */
export function PoolBrowser({ basePath, children }: PoolBrowserProps) {
  const { place, choose } = useFeedAddress(basePath);
  const { categories, search, sort, page } = place;
  const { pending, pick, pass, refuse } = useCategoryChoice(categories, choose);
  return (
    <>
      <div className="feed-top">
        <FeedSearch
          search={search}
          action={basePath}
          // Each letter more is no step of its own on the way back.
          onSearch={(next) => choose({ search: next }, { replace: search !== '' && next !== '' })}
        />
        <LinkButton
          to={paths.createPool}
          variant="primary"
          className="on-wide"
          icon={<CirclePlus aria-hidden="true" />}
        >
          Start a pool
        </LinkButton>
      </div>
      <CategoryBar chosen={categories} onChange={pick} />
      {isStart(place) ? (
        <>
          {children}
          <Highlights />
        </>
      ) : null}
      {isFirstOfCategories(place) ? <PopularInCategory filter={place} /> : null}
      <PoolResults
        page={page}
        basePath={basePath}
        filter={place}
        aside={<SortSelect sort={sort} searching={search !== ''} onSort={(next) => choose({ sort: next })} />}
      />
      {isFirstOfCategories(place) ? <PopularElsewhere filter={place} /> : null}
      <AdultChoice chosen={categories} pending={pending} onPass={pass} onRefuse={refuse} />
    </>
  );
}
