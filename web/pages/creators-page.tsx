import { t } from '#contract/language/text.ts';
import { isAdultCategory } from '#contract/limits.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import { allCategories } from '#web/creators/category-field.tsx';
import { CreatorCategories } from '#web/creators/creator-categories.tsx';
import { CreatorList } from '#web/creators/creator-list.tsx';
import { CreatorSearch } from '#web/creators/creator-search.tsx';
import { creatorsIn, creatorsPage, creatorsPath } from '#web/creators/creators-data.ts';
import { useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

export const page = definePage({
  head: ({ url }) => {
    const place = creatorsIn(url.searchParams);
    const { category, search, page: number } = place;
    const title = category ? t`Creators in ${{ category: categoryText(category) }}` : t`Creators`;
    return {
      title: number > 1 ? t`${{ title }}, page ${{ page: number }}` : title,
      description: t`Creators taking requests from fans. Follow them, start a tip pool for one, or add a creator who is missing.`,
      canonical: creatorsPath({ ...place, search: '' }, { page: number }),
      noindex: search !== '',
      adult: isAdultCategory(category),
    };
  },
  queries: ({ url }) => [creatorsPage(creatorsIn(url.searchParams)), allCategories],
});

export function Component() {
  const place = creatorsIn(useSearch());
  return (
    <>
      <PageHeader title={t`Creators`} lead={t`Creators taking requests. Follow them, or start a pool for one.`} />
      <div className="mb-4 max-w-lg">
        <CreatorSearch place={place} />
      </div>
      <CreatorCategories place={place} />
      <CreatorList place={place} />
    </>
  );
}
