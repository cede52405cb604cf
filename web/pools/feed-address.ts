import { type PoolSort, poolSorts } from '#contract/pools.ts';
import { type FeedFilter, pageIn } from './feed-queries.ts';

/** A page of what is chosen; all of it lives in the address. */
export interface FeedPlace extends FeedFilter {
  page: number;
}

// As much as the server takes.
const longestNames = 300;
export const longestSearch = 200;

function categoriesIn(search: URLSearchParams): string[] {
  const given = (search.get('categories') ?? search.get('category') ?? '').slice(0, longestNames);
  const names = given.split(',').map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '' && name.toLowerCase() !== 'all');
}

const isSort = (text: string | null): text is PoolSort => poolSorts.some((sort) => sort === text);

/** What an address asks of the feed; whatever is strange in it counts for nothing. */
export function feedIn(search: URLSearchParams): FeedPlace {
  const sort = search.get('sort');
  return {
    categories: categoriesIn(search),
    search: (search.get('search') ?? '').trim().slice(0, longestSearch),
    ...(isSort(sort) ? { sort } : {}),
    page: pageIn(search),
  };
}

/** The address of a place in the feed. Commas stand as they are: people read and edit these. */
export function feedPath(basePath: string, { categories, search, sort, page }: FeedPlace): string {
  const asked = [
    ...(categories.length > 0 ? [`categories=${categories.map(encodeURIComponent).join(',')}`] : []),
    ...(search === '' ? [] : [`search=${encodeURIComponent(search)}`]),
    ...(sort ? [`sort=${sort}`] : []),
    ...(page > 1 ? [`page=${page}`] : []),
  ];
  return asked.length > 0 ? `${basePath}?${asked.join('&')}` : basePath;
}

/** What a place in the feed is called. */
export function feedTitle({ categories, search, page }: FeedPlace): string {
  const where = categories.length > 0 ? ` in ${categories.join(', ')}` : '';
  const what = search === '' ? `Tip pools${where}` : `“${search}” in tip pools`;
  return page > 1 ? `${what}, page ${page}` : what;
}
