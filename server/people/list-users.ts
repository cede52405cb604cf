import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import type { listUsers as contract } from '#contract/people.ts';
import { maskAdultPerson, type Viewer } from '#server/creators/creator.ts';
import { seesAdult } from '#server/creators/policy.ts';
import { singleFlightOf } from '#server/platform/concurrency/single-flight.ts';
import type { Platform } from '#server/platform/platform.ts';
import { escapeLike } from '#server/platform/postgres/sql-text.ts';
import { countPeople, listPeople } from './people.sql.ts';
import { personOf } from './person.ts';

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
    includeAdult: seesAdult(context, viewer),
    limit: pageSize,
    offset: (page - 1) * pageSize,
  };
  // A ranking counts the pools or pledges of everyone, so concurrent reads share one query.
  const share = singleFlightOf(context);
  const [rows, totalCount] = await share(JSON.stringify(['people', filter]), () =>
    Promise.all([listPeople(sql, filter), countPeople(sql, filter)]),
  );
  return {
    users: rows.map((row) => {
      const shown = maskAdultPerson(row, { adult: row.adult, includeAdult: filter.includeAdult });
      return personOf({ ...shown, bio: shown === row ? row.bio : '' }, row.id === viewer.actor?.userId);
    }),
    pagination: pagination(totalCount),
  };
}
