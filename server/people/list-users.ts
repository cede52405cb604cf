import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import type { listUsers as contract } from '#contract/people.ts';
import { maskAdultPerson, type Viewer } from '#server/creators/creator.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { singleFlightOf } from '#server/platform/concurrency/single-flight.ts';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import type { Platform } from '#server/platform/platform.ts';
import { escapeLike } from '#server/platform/postgres/sql-text.ts';
import {
  countPeople,
  listPeople,
  listPeopleByIds,
  maxCounted,
  type PeopleFilter,
  type PersonRow,
  rankEveryone,
} from './people.sql.ts';
import { personOf } from './read-person.ts';

/** With 100,000 people and a million pledges, counting for everyone takes 1.1 s, and a page of the cached order 1 to 4 ms. */
const rankedForMs = 30_000;
const rankings = contextState(() => createTtlCache<string[]>(rankedForMs));

/** A page of the list. The order of everyone by pools or pledges may be half a minute old; what it shows of them is not. */
async function readPage(context: Platform, filter: PeopleFilter): Promise<PersonRow[]> {
  const { sql } = context.db;
  const { sort, pattern, seesAdult, offset, limit } = filter;
  if (pattern !== null || (sort !== 'pools' && sort !== 'backs')) return listPeople(sql, filter);
  const ranking = await rankings(context).read(JSON.stringify([sort, seesAdult]), () =>
    rankEveryone(sql, { sort, seesAdult }),
  );
  if (ranking.length === maxCounted && offset + limit > maxCounted) return listPeople(sql, filter);
  return listPeopleByIds(sql, ranking.slice(offset, offset + limit), seesAdult);
}

/** Finds people by part of their name, or lists everyone. A single letter would match half of all people, so it finds none. */
export async function listUsers(
  context: Platform,
  viewer: Viewer,
  { search, sort, page }: InputOf<typeof contract>['query'],
): Promise<OutputOf<typeof contract>> {
  const { sql } = context.db;
  const pageSize = limits.usersPageSize;
  const pagination = (totalCount: number) => ({
    page,
    pageSize,
    totalCount,
    totalPages: Math.ceil(totalCount / pageSize),
  });
  if (search !== '' && search.length < limits.userSearch.min) return { users: [], pagination: pagination(0) };
  const filter = {
    pattern: search === '' ? null : escapeLike(search),
    text: search,
    sort,
    seesAdult: viewer.seesAdult,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  };
  // Concurrent identical reads share one query.
  const share = singleFlightOf(context);
  const [rows, totalCount] = await share(JSON.stringify(['people', filter]), () =>
    Promise.all([readPage(context, filter), countPeople(sql, filter)]),
  );
  return {
    users: rows.map((row) => {
      const maskedRow = maskAdultPerson(row, { adult: row.adult, seesAdult: filter.seesAdult });
      return personOf({ ...maskedRow, bio: maskedRow === row ? row.bio : '' }, row.id === viewer.actor?.userId);
    }),
    pagination: pagination(totalCount),
  };
}
