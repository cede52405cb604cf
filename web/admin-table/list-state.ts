import type { z } from 'zod';
import { type AnyEndpoint, type CallInput, endpointUrl, type OutputOf } from '#contract/endpoint.ts';
import type { adminPagination } from '#contract/values/paging.ts';
import { type DataQuery, live, optional, query } from '#web/data/query.ts';

/** The response of every admin list. */
export interface ListPage<Row> {
  items: Row[];
  pagination: z.infer<typeof adminPagination>;
}

export interface ListFilter {
  /** The allowed values; without them, any short text. */
  values?: readonly string[];
  /** The value of an address without this filter; by default empty, which is every row. */
  initial?: string;
}

/** An admin list: its address, its filters and its orders. */
export interface ListDefinition {
  path: string;
  /** By the name of the query parameter. */
  filters: Readonly<Record<string, ListFilter>>;
  /** The first one is the default. */
  sorts: readonly [string, ...string[]];
}

/** The state of a list, kept in the address. */
export interface ListState {
  search: string;
  /** Empty for every row. */
  filters: Readonly<Record<string, string>>;
  sort: string;
  page: number;
  /** The id of the row in the drawer; empty while it is closed. */
  open: string;
}

/** The value in an address that selects every row, for a filter with another default. */
const everything = 'all';
const longest = 200;
const pageMax = 1_000_000;

function filterIn({ values, initial = '' }: ListFilter, given: string | null): string {
  if (given === null) return initial;
  if (given === everything || given === '') return '';
  return !values || values.includes(given) ? given.slice(0, longest) : initial;
}

export function listStateIn({ filters, sorts }: ListDefinition, params: URLSearchParams): ListState {
  const page = Number(params.get('page') ?? 1);
  const sort = params.get('sort') ?? '';
  const entries = Object.entries(filters).map(([name, filter]) => [name, filterIn(filter, params.get(name))] as const);
  return {
    search: (params.get('search') ?? '').slice(0, longest),
    filters: Object.fromEntries(entries),
    sort: sorts.includes(sort) ? sort : sorts[0],
    page: Number.isInteger(page) && page >= 1 && page <= pageMax ? page : 1,
    open: (params.get('open') ?? '').slice(0, longest),
  };
}

/** The start of a list, before anyone filters it; `filters` replaces some defaults. */
export function firstPage(list: ListDefinition, filters: Record<string, string> = {}): ListState {
  const start = listStateIn(list, new URLSearchParams());
  return { ...start, filters: { ...start.filters, ...filters } };
}

export type ListChange = Partial<Omit<ListState, 'filters'>> & { filters?: Record<string, string> };

const keepsPage = new Set(['open', 'page']);

/** The address of the list with some parts changed. Any change except of the drawer returns to page 1. */
export function listHref(list: ListDefinition, state: ListState, change: ListChange): string {
  const page = Object.keys(change).every((name) => keepsPage.has(name)) ? state.page : 1;
  const next = { ...state, page, ...change, filters: { ...state.filters, ...change.filters } };
  const params = new URLSearchParams();
  if (next.search) params.set('search', next.search);
  for (const [name, { initial = '' }] of Object.entries(list.filters)) {
    const value = next.filters[name] ?? '';
    if (value !== initial) params.set(name, value || everything);
  }
  if (next.sort !== list.sorts[0]) params.set('sort', next.sort);
  if (next.page > 1) params.set('page', String(next.page));
  if (next.open) params.set('open', next.open);
  const text = params.toString();
  return text ? `${list.path}?${text}` : list.path;
}

const given = (text: string) => text || undefined;

export function inputOf({ search, filters, sort }: ListState): Record<string, string | undefined> {
  const named = Object.entries(filters).map(([name, value]) => [name, given(value)] as const);
  return { search: given(search), ...Object.fromEntries(named), sort };
}

/** The query of a list, shared by the page's loader and the component. */
export function listQuery<E extends AnyEndpoint>(endpoint: E, state: ListState): DataQuery<OutputOf<E>> {
  const asked = { ...inputOf(state), page: state.page };
  return optional(live(query(endpoint, ...([{ query: asked }] as unknown as [CallInput<E>]))));
}

/** The address of the whole filtered list as CSV. */
export function csvHref({ path }: Pick<AnyEndpoint, 'path'>, state: ListState): string {
  return endpointUrl({ path: `${path}.csv` }, {}, inputOf(state));
}

/** Whether a search or a filter hides rows that the list shows by default. */
export function isNarrowed(list: ListDefinition, { search, filters }: ListState): boolean {
  const start = firstPage(list).filters;
  return search !== '' || Object.entries(filters).some(([name, value]) => value !== '' && value !== start[name]);
}
