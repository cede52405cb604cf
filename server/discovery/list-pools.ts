import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import { verbatim } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import type { listPools as contract } from '#contract/pools/pools.ts';
import type { PoolSort } from '#contract/sorts.ts';
import { type Categories, readCategories } from '#server/creators/categories.ts';
import { singleFlightOf } from '#server/platform/concurrency/single-flight.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type CardRow, listCardsByIds } from '#server/pools/pool-card-rows.ts';
import { poolCardOf } from '#server/pools/pool-view.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import { countPassing, countUnion } from './count-union.ts';
import { listFeedOfCreator } from './creator-feed.sql.ts';
import { countFeed, type FeedFilter, type FeedRow, type FeedRows, listFeed, listFeedUnion } from './feed.sql.ts';
import { isNarrowing, listFewNarrowed, listManyNarrowed, type Narrowing } from './narrowing.sql.ts';
import { fewPassing, searchPools } from './search-pools.ts';

/** Counts the pools of the feed that this viewer may see. */
export async function countPools(context: Platform, viewer: Viewer): Promise<{ total: number }> {
  const { seesAdult } = viewer;
  return { total: await countFeed(context.db.sql, { categoryId: 0, seesAdult, highlighted: 'any' }) };
}

type Query = InputOf<typeof contract>['query'];
type Answer = OutputOf<typeof contract>;

const wholeFeed = 0;
const highlightedMax = 50;

/**
 * Lists one page of the feed: all pools, some categories, a search, one creator, or the highlighted pools; each also narrowed to pools that
 * are open to any creator, by goal, or by the days until the deadline. Throws `validation_failed`.
 */
export async function listPools(context: Platform, viewer: Viewer, query: Query): Promise<Answer> {
  // The result depends on the viewer only by the age gate and by the creators that they follow, so other concurrent reads share one query.
  if (query.following && !viewer.actor) return followsNoOne(query);
  const share = singleFlightOf(context);
  const follower = query.following ? viewer.actor?.userId : undefined;
  return share(JSON.stringify([query, viewer.seesAdult, follower]), () => readFeed(context, viewer, query));
}

/** The feed of the creators that a visitor follows. */
const followsNoOne = ({ page, pageSize = limits.feedPageSize }: Query): Answer => ({
  pools: [],
  pagination: { page, pageSize, totalCount: 0, totalPages: 0 },
  matchingCount: 0,
});

function narrowingOf(
  { anyCreator = false, following, minGoal, maxGoal, maxDays }: Query,
  { actor }: Viewer,
): Narrowing {
  if (minGoal !== undefined && maxGoal !== undefined && minGoal > maxGoal) {
    const message = () => verbatim('minGoal must be at most maxGoal');
    throw appError('validation_failed', { message, fields: { minGoal: message } });
  }
  return { anyCreator, followerId: following ? actor?.userId : undefined, minGoal, maxGoal, maxDays };
}

async function readFeed(context: Platform, viewer: Viewer, query: Query): Promise<Answer> {
  const narrowing = narrowingOf(query, viewer);
  const categories = await readCategories(context);
  const search = query.search?.trim() ?? '';
  const chosen = chosenCategories(query, categories);
  const pageSize = query.pageSize ?? (query.highlighted ? highlightedMax : limits.feedPageSize);
  // Only the whole feed shows highlighted pools above it. Other lists would seem to miss them.
  const isWhole = chosen === null && search === '' && !query.creator && !isNarrowing(narrowing);
  const withoutHighlighted = Boolean(query.excludeHighlighted) && isWhole;
  const filter = {
    seesAdult: viewer.seesAdult,
    highlighted: query.highlighted ? 'only' : withoutHighlighted ? 'without' : 'any',
    // Highlighted pools are few and have one order only.
    sort: query.highlighted ? undefined : query.sort,
    limit: pageSize,
    offset: (query.page - 1) * pageSize,
  } as const;
  const [{ rows, totalCount, reachable }, all] = await Promise.all([
    query.creator
      ? listFeedOfCreator(context.db.sql, query.creator, { ...filter, narrowing }).then(pageOf)
      : isNarrowing(narrowing)
        ? readNarrowedPage(context, { ...filter, narrowing }, chosen, search)
        : readPage(context, filter, chosen, search),
    withoutHighlighted ? countPools(context, viewer) : undefined,
  ]);
  return {
    pools: rows.map((row) => poolCardOf(row, categories, filter.seesAdult)),
    pagination: { page: query.page, pageSize, totalCount, totalPages: Math.ceil((reachable ?? totalCount) / pageSize) },
    matchingCount: all?.total ?? totalCount,
  };
}

interface FeedPage {
  rows: CardRow[];
  totalCount: number;
  /** The number of pools that pages can reach, if it is smaller. */
  reachable?: number;
}

type PageFilter = Omit<FeedFilter, 'categoryId' | 'sort'> & { sort: PoolSort | undefined };

async function readPage(
  context: Platform,
  given: PageFilter,
  chosen: number[] | null,
  search: string,
): Promise<FeedPage> {
  const { sql } = context.db;
  const [only = wholeFeed, ...more] = chosen ?? [wholeFeed];
  // None of the requested categories exists.
  if (chosen?.length === 0) return { rows: [], totalCount: 0 };
  if (search !== '') {
    const results = await searchPools(context.db, { ...given, text: search, categoryIds: [only, ...more] });
    return { ...results, rows: await rowsInOrder(context, results.ids) };
  }
  const filter = { ...given, sort: given.sort ?? 'newest' };
  if (more.length === 0) {
    const single = { ...filter, categoryId: only };
    return pageOf(await listFeed(sql, single, await isNearerToEnd(context, single)));
  }
  const union = { ...filter, categoryIds: [only, ...more] };
  const [rows, totalCount] = await Promise.all([listFeedUnion(sql, union), countUnion(context, union)]);
  return { rows, totalCount };
}

async function readNarrowedPage(
  context: Platform,
  filter: PageFilter & { narrowing: Narrowing },
  chosen: number[] | null,
  search: string,
): Promise<FeedPage> {
  const { sql } = context.db;
  if (chosen?.length === 0) return { rows: [], totalCount: 0 };
  const set = { ...filter, categoryIds: chosen ?? [wholeFeed] };
  const total = await countPassing(context, set);
  if (search !== '') {
    // A search in several categories walks the whole feed.
    const walked =
      set.categoryIds.length > 1 ? await countPassing(context, { ...set, categoryIds: [wholeFeed] }) : total;
    const results = await searchPools(context.db, { ...set, text: search, narrowed: { ...filter, total: walked } });
    return { ...results, rows: await rowsInOrder(context, results.ids) };
  }
  const page = { ...set, sort: filter.sort ?? 'newest', total };
  return { rows: await (total <= fewPassing ? listFewNarrowed : listManyNarrowed)(sql, page), totalCount: total };
}

async function rowsInOrder(context: Platform, ids: string[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await listCardsByIds(context, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Skipping rows costs time. Beyond this offset the page is read from the nearer end. */
const farOffset = 2000;

async function isNearerToEnd({ db }: Platform, filter: FeedFilter): Promise<boolean> {
  if (filter.offset < farOffset) return false;
  return filter.offset * 2 > (await countFeed(db.sql, filter));
}

function pageOf(rows: FeedRows): FeedPage {
  return { rows: rows.filter((row): row is FeedRow => row.id !== null), totalCount: rows[0]?.totalCount ?? 0 };
}

/** The ids of the categories with these names, ignoring case; null for all categories. Unknown names match nothing. */
function chosenCategories(query: Query, { byName }: Categories): number[] | null {
  const names = `${query.categories ?? ''},${query.category ?? ''}`
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  if (names.length === 0 || names.includes('all')) return null;
  return [...new Set(names.flatMap((name) => byName.get(name)?.id ?? []))];
}
