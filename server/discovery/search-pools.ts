import type { PoolSort } from '#contract/sorts.ts';
import type { Database, Sql } from '#server/platform/postgres/db.ts';
import { countFeed } from './feed.sql.ts';
import type { Narrowing } from './narrowing.sql.ts';
import {
  findHotPools,
  findPools,
  findPoolsAmong,
  findPoolsDeepInOrder,
  findPoolsInOrder,
  listSimilarWords,
  type PoolMatch,
  readSearchWords,
  sampleMatches,
  type Walk,
  type Window,
} from './pool-search.sql.ts';
import {
  cannotMatch,
  firstWords,
  literalsOf,
  poolsQuery,
  type SearchNarrowing,
  type SearchText,
  type SearchWord,
  wordsQuery,
} from './search-text.ts';
import { correctionsOf, maxTypos } from './typos.ts';

export interface PoolSearch extends Omit<SearchNarrowing, 'whole'>, Window {
  text: string;
  /** Default: best matches first. */
  sort: PoolSort | undefined;
  /** Filters beyond the categories, and how many pools pass them and the categories. */
  narrowed?: { narrowing: Narrowing; total: number } | undefined;
}

export interface SearchResult {
  /** The ids of the pools on this page, in order. */
  ids: string[];
  /** Exact for up to about `few` matches, else an estimate with two significant digits. */
  totalCount: number;
  /** The number of matches that pages can reach. */
  reachable: number;
}

/**
 * A search with at most this many matches is rare: all of them are found, counted and ranked. A search with more is common: its pages
 * come from a scan of the hottest pools, and its count is extrapolated from them. This bounds the cost for any number of pools.
 */
const few = 2000;
const sampleSteps = 500;
const hotSteps = 2000;
/** Fewer hits in the sample are not significant. */
const telling = 3;
const mostSteps = 25_000;
const mostReachable = 1000;
/** From this many steps on, finding all matches first is cheaper. Each match costs `stepsOfMatch` of a step. */
const farSteps = 2000;
const stepsOfMatch = 0.25;
/** A search can have so many times the matches that a few hits in the sample suggest. */
const mostPerSampled = 4;
/** Searches with punctuation compare the texts themselves, which costs more. */
const mostCompared = 500;
/** If at most this many pools pass the filters, finding all of them costs less than reading the order. */
export const fewPassing = 5000;

const nothing: SearchResult = { ids: [], totalCount: 0, reachable: 0 };

/** Searches pools by their texts and by the names of their people. Without a match, tries similar words. */
export async function searchPools(database: Database, search: PoolSearch): Promise<SearchResult> {
  const text = await readText(database, search.text);
  if (text.words.length + text.literals.length === 0) return nothing;
  const whole = text.words.length > 1 && text.words.at(-1)?.known === true;
  const results = cannotMatch(text, { whole }) ? nothing : await searchFor(database, text, { ...search, whole });
  if (results.totalCount > 0) return results;
  if (text.literals.length > 0) return searchNames(database, text, search);
  const meant = await wordsMeant(database, text.words);
  if (!meant && !whole) return results;
  const other = { ...text, words: meant ?? text.words };
  return cannotMatch(other, { whole: false }) ? results : searchFor(database, other, { ...search, whole: false });
}

/** Corrects the misspelled words of a text; undefined if no known word resembles them. */
export async function guessText(database: Database, given: string): Promise<string | undefined> {
  const { words } = await readText(database, given);
  const strange = words.filter(({ known }) => !known);
  const meant = new Map((await wordsMeant(database, strange))?.map(({ word, related }) => [word, related[0]]));
  const guessed = words.map(({ word }) => meant.get(word) ?? word).join(' ');
  return meant.size > 0 ? guessed : undefined;
}

/** Searches names for punctuation ("maya_draws") after titles and descriptions had no match. */
async function searchNames({ sql }: Database, text: SearchText, search: PoolSearch): Promise<SearchResult> {
  if (text.words.length === 0) return nothing;
  const match = matchOf({ ...text, signs: [] }, { ...search, whole: false });
  const { narrowed } = search;
  if (narrowed && narrowed.total <= fewPassing) return searchAmong(sql, match, search, narrowed.narrowing);
  const { ids, count } = await findPools(sql, match, {
    ...search,
    maxMatches: mostCompared,
    selectively: false,
    narrowing: narrowed?.narrowing,
  });
  return { ids, totalCount: count, reachable: count };
}

/** Searches all pools that pass the filters. */
async function searchAmong(
  sql: Sql,
  match: PoolMatch,
  search: PoolSearch,
  narrowing: Narrowing,
): Promise<SearchResult> {
  const { ids, count } = await findPoolsAmong(sql, match, { ...search, narrowing });
  return { ids, totalCount: count, reachable: count };
}

async function readText(database: Database, text: string): Promise<SearchText> {
  const { folded = '', words = [] } = (await readSearchWords(database.sql, text)) ?? {};
  return { folded, words: firstWords(words), ...literalsOf(text) };
}

/** Adds similar known words to the words; undefined if there are none to add. */
async function wordsMeant({ sql }: Database, words: SearchWord[]): Promise<SearchWord[] | undefined> {
  const doubtful = words.map(({ word }) => word).filter((word) => maxTypos(word) > 0);
  if (doubtful.length === 0) return undefined;
  const similar = new Map((await listSimilarWords(sql, doubtful)).map((row) => [row.word, row.similar]));
  const meant = words.map((searchWord) => ({
    ...searchWord,
    related: [...searchWord.related, ...correctionsOf(searchWord.word, similar.get(searchWord.word) ?? [])],
  }));
  return meant.some(({ related }, index) => related.length > (words[index]?.related.length ?? 0)) ? meant : undefined;
}

type Attempt = PoolSearch & SearchNarrowing;

function matchOf(text: SearchText, search: Attempt): PoolMatch {
  return {
    ...poolsQuery(text, search),
    whole: wordsQuery(text.words, { whole: true }),
    asPrefix: wordsQuery(text.words),
    folded: text.folded,
    literals: text.literals,
  };
}

async function searchFor({ sql }: Database, text: SearchText, search: Attempt): Promise<SearchResult> {
  const { sort, limit, offset, narrowed } = search;
  const narrowing = narrowed?.narrowing;
  const match = matchOf(text, search);
  if (narrowed && narrowed.total <= fewPassing) return searchAmong(sql, match, search, narrowed.narrowing);
  const [only = 0, ...others] = search.categoryIds;
  const walk: Walk = { ...search, narrowing, categoryId: others.length > 0 ? 0 : only, steps: sampleSteps };
  const inFeed = await countFeed(sql, walk);
  const all = narrowed?.total ?? inFeed;
  const { hits, selectiveHits } = all > few ? await sampleMatches(sql, match, walk) : { hits: 0, selectiveHits: 0 };
  // One or two hits do not prove that the search is rare, so they count as `telling` hits here.
  if (hits > 0 && isCommon(Math.max(hits, telling) / sampleSteps, all)) {
    const results = await findCommon({ sql }, match, walk, { sort, limit, offset, all, hits });
    if (results) return results;
  }
  const { ids, count } = await findPools(sql, match, {
    sort,
    limit,
    offset,
    // The index does not know the filters, so it has to find as many more matches as there are more pools.
    maxMatches: Math.ceil((few * inFeed) / Math.max(1, all)),
    selectively: selectiveHits < telling,
    narrowing,
  });
  return { ids, totalCount: count, reachable: count };
}

const isCommon = (share: number, all: number) => Math.round(share * all) > few;

/** One page of a common search; undefined if a larger sample shows that the search is rare. */
async function findCommon(
  { sql }: Pick<Database, 'sql'>,
  match: PoolMatch,
  walk: Walk,
  { sort, limit, offset, all, hits }: Window & { sort: PoolSort | undefined; all: number; hits: number },
): Promise<SearchResult | undefined> {
  const far = { ...walk, steps: mostSteps };
  const hottest = { ...walk, steps: hotSteps };
  if (sort) {
    const share = hits < telling ? (await sampleMatches(sql, match, hottest)).hits / hotSteps : hits / sampleSteps;
    if (!isCommon(share, all)) return undefined;
    const counts = expected(share, all, limit);
    if (offset >= counts.reachable) return { ids: [], ...counts };
    return { ids: await findFar({ sql }, match, far, { sort, limit, offset, from: 0, share, all }), ...counts };
  }
  const behind = await findBehindHot({ sql }, match, far, { limit, offset, all, hits });
  if (behind) return behind;
  const hot = await findHotPools(sql, match, hottest, { limit, offset });
  const share = hot.count / hotSteps;
  if (!isCommon(share, all)) return undefined;
  const missing = limit - hot.ids.length;
  const counts = expected(share, all, limit);
  if (missing === 0 || offset >= counts.reachable) return { ids: hot.ids, ...counts };
  // Matches beyond the hottest pools are not ranked; they follow by heat.
  const rest = { limit: missing, offset: Math.max(0, offset - hot.count), sort: 'trending', from: hotSteps } as const;
  const ids = [...hot.ids, ...(await findFar({ sql }, match, far, { ...rest, share, all }))];
  return { ids, ...counts };
}

/**
 * A page far behind the hottest pools. Its matches are not ranked, so their ids are enough. Returns undefined if the page is nearer or out
 * of reach, or if the sample misled: the search is rare, or more pools match than expected.
 */
async function findBehindHot(
  { sql }: Pick<Database, 'sql'>,
  match: PoolMatch,
  walk: Walk,
  { limit, offset, all, hits }: Window & { all: number; hits: number },
): Promise<SearchResult | undefined> {
  if (offset >= mostReachable || walk.narrowing) return undefined;
  const sampled = Math.max(hits, telling) / sampleSteps;
  if (!isFar({ limit, offset, share: sampled, all }) || match.literals.length > 0) return undefined;
  const maxMatches = Math.round(mostPerSampled * sampled * all);
  const page = { sort: 'trending', limit, offset, from: 0, maxMatches, countIn: hotSteps } as const;
  const { ids, leading, matchCount } = await findPoolsDeepInOrder(sql, match, walk, page);
  const share = leading / hotSteps;
  if (matchCount === maxMatches || leading > offset || !isCommon(share, all)) return undefined;
  const counts = expected(share, all, limit);
  return { ids: offset < counts.reachable ? ids : [], ...counts };
}

/** Whether finding all matches first is cheaper than scanning up to the page. */
function isFar({ limit, offset, share, all }: Window & { share: number; all: number }): boolean {
  return (offset + limit) / share >= farSteps + stepsOfMatch * Math.round(share * all);
}

/** Matching pools in a sort order, by the cheaper plan: a scan, or for many steps finding all matches first. */
async function findFar(
  { sql }: Pick<Database, 'sql'>,
  match: PoolMatch,
  walk: Walk,
  { share, all, ...page }: Window & { sort: PoolSort; from: number; share: number; all: number },
): Promise<string[]> {
  const needsScan = match.literals.length > 0 || walk.narrowing !== undefined;
  if (needsScan || !isFar({ ...page, share, all })) return findPoolsInOrder(sql, match, walk, page);
  const maxMatches = 2 * Math.round(share * all);
  return (await findPoolsDeepInOrder(sql, match, walk, { ...page, maxMatches })).ids;
}

/** The estimated counts for a share of all pools. */
function expected(share: number, all: number, limit: number): Pick<SearchResult, 'totalCount' | 'reachable'> {
  const totalCount = roughly(Math.round(share * all));
  const reachable = Math.min(totalCount, mostReachable, Math.max(limit, Math.floor(share * mostSteps)));
  return { totalCount, reachable };
}

/** Rounds an estimate to two significant digits. */
function roughly(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.round(count / unit) * unit;
}
