import type { CreatorCard as Creator, listCreators } from '#contract/creators/creators.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Text, t } from '#contract/language/text.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { useData } from '#web/data/query.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState, Loaded } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { Pagination } from '#web/ui/pagination.tsx';
import { AddCreatorButton } from './add-creator-button.tsx';
import { CreatorCard, CreatorCardSkeleton } from './creator-card.tsx';
import { type CreatorsPlace, creatorsPage, creatorsPath } from './creators-data.ts';

type Page = OutputOf<typeof listCreators>;

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,--spacing(72.5)),1fr))] gap-3';

/** The number of large cards at the top. */
const featuredMost = 3;

/** The creators with the most pools, at the top of the unfiltered first page. Empty for short lists. */
function featuredOf({ creators, pagination }: Page, { search, page }: CreatorsPlace): readonly Creator[] {
  if (search || page > 1 || pagination.totalCount <= featuredMost * 2) return [];
  return creators.slice(0, featuredMost).filter(({ poolCount }) => poolCount > 0);
}

function titleOf({ category, search }: CreatorsPlace): Text {
  if (search) return category ? t`“${{ search }}” in ${{ category: categoryText(category) }}` : t`“${{ search }}”`;
  return category ? categoryText(category) : t`All creators`;
}

function Heading({ place, total }: { place: CreatorsPlace; total: number }) {
  return (
    <h2 id="all-creators" className="mb-4">
      {titleOf(place)}{' '}
      <span className="ms-1 font-text text-base font-semibold tracking-normal text-faint tabular-nums">
        ({formatNumber(total)})
      </span>
    </h2>
  );
}

function Found({ page, place, stale }: { page: Page; place: CreatorsPlace; stale: boolean }) {
  const featured = featuredOf(page, place);
  const others = page.creators.slice(featured.length);
  return (
    <div aria-busy={stale || undefined}>
      {featured.length > 0 ? (
        <section aria-labelledby="featured-creators" className="mb-8">
          <h2 id="featured-creators" className="mb-4">{t`Featured`}</h2>
          <ul className={grid}>
            {featured.map((creator) => (
              <li key={creator.id}>
                <CreatorCard creator={creator} large />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section aria-labelledby="all-creators">
        <Heading place={place} total={page.pagination.totalCount} />
        <ul className={grid}>
          {others.map((creator) => (
            <li key={creator.id}>
              <CreatorCard creator={creator} />
            </li>
          ))}
        </ul>
      </section>
      <div className="mt-8">
        <Pagination {...page.pagination} hrefOf={(number) => creatorsPath(place, { page: number })} />
      </div>
    </div>
  );
}

function NoCreators({ place }: { place: CreatorsPlace }) {
  const { search, category, page } = place;
  const all = (
    <Button
      onClick={() => navigate(creatorsPath({ category: '', search: '', page: 1 }), { keepScroll: true })}
    >{t`Show all creators`}</Button>
  );
  if (search || category || page > 1) {
    const actions = (
      <>
        <AddCreatorButton
          className={buttonClass({ variant: 'primary' })}
          label={search ? t`Add the creator` : t`Add the first creator`}
        />
        {all}
      </>
    );
    return (
      <EmptyState title={t`No creators found`} actions={actions}>
        {search
          ? t`We found no creator named “${{ search }}”. Try another spelling, or add the creator. Anyone can.`
          : t`There are no creators here yet. Add the first one.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t`No creators yet`}
      actions={<AddCreatorButton className={buttonClass({ variant: 'primary' })} label={t`Add the first creator`} />}
    >{t`Add the first one, so that fans can send them requests.`}</EmptyState>
  );
}

export function CreatorListSkeleton() {
  return (
    <>
      <span className="sr-only" role="status">{t`Loading creators`}</span>
      <div className={grid}>
        {Array.from({ length: 12 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: copies of one shape
          <CreatorCardSkeleton key={index} />
        ))}
      </div>
    </>
  );
}

/** The list of creators, those with the most pools first. */
export function CreatorList({ place }: { place: CreatorsPlace }) {
  const list = useData(creatorsPage(place), { keepPrevious: true });
  return (
    <Loaded
      of={list}
      loading={<CreatorListSkeleton />}
      failed={t`Failed to fetch creators`}
      empty={({ creators }) => creators.length === 0 && <NoCreators place={place} />}
    >
      {(page) => <Found page={page} place={place} stale={list.isPlaceholderData} />}
    </Loaded>
  );
}
