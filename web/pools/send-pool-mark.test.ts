import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getSaveStatus } from '#contract/calls/pools.ts';
import type { Pool } from '#contract/pools/pools.ts';
import type { SaveStatus } from '#contract/saves.ts';
import { makeQueryClient, type QueryKey, query } from '#web/data/query.ts';
import { poolAtPath } from './pool-query.ts';
import { type PoolMark, sendMark } from './send-pool-mark.ts';

const mark: PoolMark<SaveStatus> = {
  kind: 'save',
  statusOf: (id) => query(getSaveStatus, { params: { id } }),
  flip: ({ isSaved }) => ({ isSaved: !isSaved, getsNews: !isSaved }),
};
const save = { mark, id: 'a', before: { isSaved: false, getsNews: false }, wanted: { isSaved: true, getsNews: true } };
const page = poolAtPath('/tip-pool/ada/a');
const poolThatIs = (status: Partial<SaveStatus>) => ({ id: 'a', ...status }) as Pool;

/** Answers the reads under way, in the order in which they began. */
let answers: ((pool: Pool) => void)[];
let queries: ReturnType<typeof makeQueryClient>;

beforeEach(() => {
  answers = [];
  queries = makeQueryClient(() => new Promise((resolve) => answers.push(resolve)));
  queries.setQueryData(page.queryKey, poolThatIs({ isSaved: false }));
  vi.stubGlobal('fetch', async () => Response.json({ isSaved: true, getsNews: true }));
});
afterEach(() => {
  queries.clear();
  vi.unstubAllGlobals();
});

const isSavedNow = () => queries.getQueryData<Pool>(page.queryKey)?.isSaved;
const isStale = () => queries.getQueryState(page.queryKey)?.isInvalidated;

it('keeps a stored mark when a read that began earlier answers later', async () => {
  const hide = new QueryObserver<Pool, Error, Pool, Pool, QueryKey>(queries, page).subscribe(() => undefined);
  void queries.invalidateQueries({ queryKey: page.queryKey });
  expect(answers).toHaveLength(1);
  await sendMark(queries, save);
  answers[0]?.(poolThatIs({ isSaved: false }));
  await new Promise((resolve) => setTimeout(resolve));
  expect([isSavedNow(), answers.length]).toEqual([true, 2]);
  answers[1]?.(poolThatIs({ isSaved: true }));
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  expect([isSavedNow(), isStale()]).toEqual([true, false]);
  hide();
});

it('leaves stale data stale and fresh data fresh', async () => {
  await sendMark(queries, save);
  expect([isSavedNow(), isStale()]).toEqual([true, false]);
  await queries.invalidateQueries({ queryKey: page.queryKey });
  await sendMark(queries, save);
  expect([isSavedNow(), isStale(), answers.length]).toEqual([true, true, 0]);
});
