import { getUserProfile, listUserBacks, listUserFollows, listUserPools, listUsers } from '#contract/calls/people.ts';
import { limits } from '#contract/limits.ts';
import { type PeopleSort, peopleSorts } from '#contract/sorts.ts';
import { type DataQuery, live, optional, query } from '#web/data/query.ts';

const fresh = <T>(base: DataQuery<T>): DataQuery<T> => ({ ...base, staleTime: limits.userSearch.staleMs });

/** The part of the list of people that an address names. */
export interface PeopleView {
  search: string;
  /** By default the best match, and without a search the newest. */
  sort: PeopleSort | undefined;
  page: number;
}

/** One page of people. An empty search lists everyone. */
export const peoplePage = ({ search, sort, page }: PeopleView) =>
  optional(
    fresh(query(listUsers, { query: { ...(search === '' ? {} : { search }), ...(sort ? { sort } : {}), page } })),
  );

/** The search in a URL's query; empty if it has fewer than two letters. */
export function peopleSearchIn(search: URLSearchParams): string {
  const text = (search.get('search') ?? '').trim().slice(0, 100);
  return text.length < limits.userSearch.min ? '' : text;
}

export const peopleSortIn = (search: URLSearchParams): PeopleSort | undefined =>
  peopleSorts.find((sort) => sort === search.get('sort'));

export const profileOf = (username = '') => live(query(getUserProfile, { params: { username } }));

/** Pages after the first one. The first page comes with the profile. */
export const laterPoolsOf = (username: string, show: 'pools' | 'backs', page: number) =>
  optional(live(query(show === 'pools' ? listUserPools : listUserBacks, { params: { username }, query: { page } })));
export const laterFollowsOf = (username: string, page: number) =>
  optional(query(listUserFollows, { params: { username }, query: { page } }));
