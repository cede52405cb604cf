import { listCreators } from '#contract/creators.ts';
import { paths } from '#contract/paths.ts';
import { optional, query } from '#web/data/query.ts';

/** What the list of creators shows; kept in the address. */
export interface CreatorsPlace {
  /** By name; empty for all. */
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

/** The address of the list with a part changed; anything but the page starts at its first page again. */
export function creatorsPath(place: CreatorsPlace, part: Partial<CreatorsPlace> = {}): string {
  const { category, search, page } = { ...place, page: 1, ...part };
  const params = new URLSearchParams();
  if (category) params.set('category', category);
  if (search) params.set('search', search);
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text ? `${paths.creators}?${text}` : paths.creators;
}

/** One page of the list; the same query for the loader and the component. */
export const creatorsPage = ({ category, search, page }: CreatorsPlace) =>
  optional(query(listCreators, { query: { ...(category ? { category } : {}), ...(search ? { search } : {}), page } }));
