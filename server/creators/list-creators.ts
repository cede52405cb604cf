import type { listCreators as contract } from '#contract/creators/creators.ts';
import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { singleFlightOf } from '#server/platform/concurrency/single-flight.ts';
import type { Platform } from '#server/platform/platform.ts';
import { escapeLike } from '#server/platform/postgres/sql-text.ts';
import { creatorCardOf, type Viewer } from './creator.ts';
import { type CreatorFilter, countCreators, type ListedRow, listCreatorRows } from './creator-list.sql.ts';

type Query = InputOf<typeof contract>['query'];
type Answer = OutputOf<typeof contract>;

/** Lists one page of creators: all, of one category, by name, or the featured ones. */
export async function listCreators(context: Platform, viewer: Viewer, query: Query): Promise<Answer> {
  const { seesAdult } = viewer;
  const viewerId = viewer.actor?.userId ?? null;
  const text = query.search ?? '';
  const pageSize = query.featured ? limits.featuredCreators : limits.creatorsPageSize;
  // Featured creators fit on one page.
  const page = query.featured ? 1 : query.page;
  const filter = {
    category: categoryOf(query.category),
    search: text.length >= limits.creatorSearch.min ? { text, pattern: escapeLike(text), slips: false } : null,
    seesAdult,
    viewerId,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  };
  // All visitors of the landing page read the same list, so concurrent reads share one query.
  const share = singleFlightOf(context);
  const [rows, totalCount] = await share(`creators ${query.featured} ${JSON.stringify(filter)}`, () =>
    query.featured ? readFew(context, filter) : readPage(context, filter),
  );
  return {
    creators: rows.map((row) => creatorCardOf(row, seesAdult)),
    pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
  };
}

/** Counting all creators takes longer than reading the first page. */
async function readFew({ db }: Platform, filter: CreatorFilter): Promise<[ListedRow[], number]> {
  const rows = await listCreatorRows(db.sql, filter);
  return [rows, rows.length];
}

async function readPage({ db }: Platform, filter: CreatorFilter): Promise<[ListedRow[], number]> {
  const read = (by: CreatorFilter) => Promise.all([listCreatorRows(db.sql, by), countCreators(db.sql, by)]);
  const literal = await read(filter);
  // Typos are tolerated only if the exact text finds no one.
  return filter.search && literal[1] === 0 ? read({ ...filter, search: { ...filter.search, slips: true } }) : literal;
}

function categoryOf(name: string | undefined): string | null {
  const searchText = name?.trim() ?? '';
  return searchText === '' || searchText.toLowerCase() === 'all' ? null : searchText;
}
