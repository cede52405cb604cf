import { listCreators } from '#contract/calls/creators.ts';
import { paths } from '#contract/paths.ts';
import { optional, query } from '#web/data/query.ts';

/** The filters and page of the list of creators. All of it lives in the URL. */
export interface CreatorsPlace {
  /** The category's name; empty for all. */
  category: string;
  search: string;
  page: number;
}

export function creatorsIn(params: URLSearchParams): CreatorsPlace {
  const page = Number(params.get('page') ?? 1);
  const category = (params.get('category') ?? '').trim().slice(0, 100);
  return {
    category: category.toLowerCase() === 'all' ? '' : category,
    search: (params.get('search') ?? '').trim().slice(0, 100),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** The path of the list with some parameters changed. Returns to page 1 unless `part` sets the page. */
export function creatorsPath(place: CreatorsPlace, part: Partial<CreatorsPlace> = {}): string {
  const { category, search, page } = { ...place, page: 1, ...part };
  const params = new URLSearchParams();
  if (category) params.set('category', category);
  if (search) params.set('search', search);
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text ? `${paths.creators}?${text}` : paths.creators;
}

/** One page of the list. The loader and the component share this query. */
export const creatorsPage = ({ category, search, page }: CreatorsPlace) =>
  optional(query(listCreators, { query: { ...(category ? { category } : {}), ...(search ? { search } : {}), page } }));
