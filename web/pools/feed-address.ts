import { type PoolSort, poolSorts } from '#contract/pools.ts';
import { type FeedFilter, pageIn } from './feed-queries.ts';

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

/** Parses the query of a URL; ignores unknown values. */
export function parseFeedAddress(search: URLSearchParams): FeedAddress {
  const sort = search.get('sort');
  return {
    categories: categoriesIn(search),
    search: (search.get('search') ?? '').trim().slice(0, longestSearch),
    ...(search.get('anyCreator') === 'true' ? { anyCreator: true } : {}),
    ...(isSort(sort) ? { sort } : {}),
    page: pageIn(search),
  };
}

/** The path and query for a feed address. Keeps commas unescaped, because people read and edit these URLs. */
export function feedAddressPath(basePath: string, place: FeedAddress): string {
  const { categories, search, anyCreator, sort, page } = place;
  const asked = [
    ...(categories.length > 0 ? [`categories=${categories.map(encodeURIComponent).join(',')}`] : []),
    ...(search === '' ? [] : [`search=${encodeURIComponent(search)}`]),
    ...(anyCreator ? ['anyCreator=true'] : []),
    ...(sort ? [`sort=${sort}`] : []),
    ...(page > 1 ? [`page=${page}`] : []),
  ];
  return asked.length > 0 ? `${basePath}?${asked.join('&')}` : basePath;
}

/** The page title for a feed address. */
export function feedTitle({ categories, search, anyCreator, page }: FeedAddress): string {
  const where = categories.length > 0 ? ` in ${categories.join(', ')}` : '';
  const whose = anyCreator ? ' for any creator' : '';
  const what = search === '' ? `Tip pools${whose}${where}` : `“${search}” in tip pools${whose}`;
  return page > 1 ? `${what}, page ${page}` : what;
}
