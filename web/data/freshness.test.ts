import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getCurrentUser } from '#contract/calls/accounts.ts';
import { getCreatorApplication, listCategories } from '#contract/calls/creators.ts';
import { listSavedCards } from '#contract/calls/pledges.ts';
import { resolvePool } from '#contract/calls/pools.ts';
import { reportPageError } from '#contract/calls/site.ts';
import { call } from './call.ts';
import { keepFresh, reportChange } from './freshness.ts';
import { type DataQuery, live, makeQueryClient, query } from './query.ts';
import { sendPageError } from './report-page-error.ts';

const pool = live(query(resolvePool, { query: { path: '/pool/a' } }));
const categories = query(listCategories);
const savedCards = query(listSavedCards);
const nothing = query(getCreatorApplication);
const user = { ...query(getCurrentUser), staleTime: 60_000 };

let reads: string[];
let queries: ReturnType<typeof makeQueryClient>;
let unmounts: (() => void)[];

beforeEach(() => {
  reads = [];
  unmounts = [];
  queries = makeQueryClient(async ({ path }) => {
    reads.push(path);
    return { path };
  });
  keepFresh(queries);
});
afterEach(() => {
  for (const unmount of unmounts) unmount();
  queries.clear();
  vi.unstubAllGlobals();
});

/** Shows the data on the screen, as `useData` does. Returns a function that removes it. */
async function show(wanted: DataQuery<unknown>): Promise<() => void> {
  const unmount = new QueryObserver(queries, wanted as DataQuery<unknown> & { queryKey: readonly unknown[] }).subscribe(
    () => undefined,
  );
  unmounts.push(unmount);
  await settle();
  return unmount;
}
const settle = () => expect.poll(() => queries.isFetching()).toBe(0);
const isStale = (wanted: DataQuery<unknown>) => queries.getQueryState(wanted.queryKey)?.isInvalidated;

it('makes live data stale when its last component unmounts', async () => {
  const unmounts = [await show(pool), await show(pool)];
  const [first, last] = unmounts;
  first?.();
  expect(isStale(pool)).toBe(false);
  last?.();
  expect(isStale(pool)).toBe(true);
  await show(pool);
  expect(reads).toEqual([resolvePool.path, resolvePool.path]);
  expect(isStale(pool)).toBe(false);
});

it('keeps other data fresh', async () => {
  (await show(categories))();
  await show(categories);
  expect(reads).toEqual([listCategories.path]);
});

it('makes data off the screen stale after a change, except for absent data and data with a cache time', async () => {
  (await show(categories))();
  (await show(user))();
  await show(pool);
  // As the page's state does.
  queries.setQueryData(savedCards.queryKey, []);
  queries.setQueryData(nothing.queryKey, null);
  reportChange();
  expect([categories, savedCards, nothing, user, pool].map(isStale)).toEqual([true, true, false, false, false]);
  expect(reads).toHaveLength(3);
});

it('fetches live data on the screen again after a gap in the live updates', async () => {
  await show(pool);
  await show(categories);
  reportChange(true);
  await settle();
  expect(reads).toEqual([resolvePool.path, listCategories.path, resolvePool.path]);
});

it('keeps data fresh after a report of an error', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ reference: 'r1' }));
  vi.stubGlobal('window', { location: { pathname: '/' } });
  (await show(categories))();
  expect(await sendPageError(new Error('broken'))).toBe('r1');
  expect(isStale(categories)).toBe(false);
  await call(reportPageError, { body: { message: 'broken', path: '/' } });
  expect(isStale(categories)).toBe(true);
});
