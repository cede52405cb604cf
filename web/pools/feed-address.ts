import { formatItems } from '#contract/language/lists.ts';
import { plural, type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import { type PoolSort, poolSorts } from '#contract/sorts.ts';
import { formatMoney } from '#contract/values/money.ts';
import { type FeedFilter, type FeedNarrowing, narrowingOf } from './feed-filter.ts';
import { pageIn } from './feed-queries.ts';

/** The filters, search, sort and page of the pool browser. All of it lives in the URL. */
export interface FeedAddress extends FeedFilter {
  page: number;
}

// The server rejects longer values.
const longestNames = 300;
export const longestSearch = 200;

function categoriesIn(search: URLSearchParams): string[] {
  const given = (search.get('categories') ?? search.get('category') ?? '').slice(0, longestNames);
  const names = given.split(',').map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '' && name.toLowerCase() !== 'all');
}

const isSort = (text: string | null): text is PoolSort => poolSorts.some((sort) => sort === text);

/** A whole number within the server's limits; undefined for anything else. */
function numberIn(search: URLSearchParams, name: string, max: number): number | undefined {
  const number = Number(search.get(name) || Number.NaN);
  return Number.isInteger(number) && number >= 1 && number <= max ? number : undefined;
}

function narrowingIn(search: URLSearchParams): FeedNarrowing {
  const maxDays = numberIn(search, 'maxDays', limits.fundingDays.max);
  const minGoal = numberIn(search, 'minGoal', limits.goalCents.max);
  const maxGoal = numberIn(search, 'maxGoal', limits.goalCents.max);
  return {
    ...(search.get('following') === 'true' ? { following: true as const } : {}),
    ...(search.get('anyCreator') === 'true' ? { anyCreator: true as const } : {}),
    ...(minGoal ? { minGoal } : {}),
    ...(maxGoal && maxGoal >= (minGoal ?? 0) ? { maxGoal } : {}),
    ...(maxDays ? { maxDays } : {}),
  };
}

/** Parses the query of a URL; ignores unknown values. */
export function parseFeedAddress(search: URLSearchParams): FeedAddress {
  const sort = search.get('sort');
  return {
    categories: categoriesIn(search),
    search: (search.get('search') ?? '').trim().slice(0, longestSearch),
    ...narrowingIn(search),
    ...(isSort(sort) ? { sort } : {}),
    page: pageIn(search),
  };
}

/** The path and query for a feed address. Keeps commas unescaped, because people read and edit these URLs. */
export function feedAddressPath(basePath: string, place: FeedAddress): string {
  const { categories, search, sort, page } = place;
  const asked = [
    ...(categories.length > 0 ? [`categories=${categories.map(encodeURIComponent).join(',')}`] : []),
    ...(search === '' ? [] : [`search=${encodeURIComponent(search)}`]),
    ...Object.entries(narrowingOf(place)).map(([name, value]) => `${name}=${value}`),
    ...(sort ? [`sort=${sort}`] : []),
    ...(page > 1 ? [`page=${page}`] : []),
  ];
  return asked.length > 0 ? `${basePath}?${asked.join('&')}` : basePath;
}

/** "Tip pools", narrowed to a range of goals: "Tip pools with a goal up to $250". */
function withGoal(pools: Text, { minGoal, maxGoal }: FeedNarrowing): Text {
  const least = formatMoney(minGoal ?? 0);
  const most = formatMoney(maxGoal ?? 0);
  if (minGoal && maxGoal) return t`${{ pools }} with a goal from ${{ least }} to ${{ most }}`;
  if (maxGoal) return t`${{ pools }} with a goal up to ${{ most }}`;
  return minGoal ? t`${{ pools }} with a goal from ${{ least }}` : pools;
}

/** The page title for a feed address. */
export function feedTitle({ categories, search, page, ...filter }: FeedAddress): Text {
  let pools = search === '' ? t`Tip pools` : t`“${{ search }}” in tip pools`;
  if (search === '' && categories.length > 0)
    pools = t`${{ pools }} in ${{ categories: formatItems(categories.map(categoryText)) }}`;
  // Each filter narrows the pools of the ones before.
  if (filter.following) pools = t`${{ pools }} for creators you follow`;
  if (filter.anyCreator) pools = t`${{ pools }} for any creator`;
  pools = withGoal(pools, filter);
  if (filter.maxDays)
    pools = t`${{ pools }} that end within ${plural({ days: filter.maxDays }, { one: '# day', other: '# days' })}`;
  return page > 1 ? t`${{ title: pools }}, page ${{ page }}` : pools;
}
