import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#contract/accounts.ts';
import type { ErrorCode } from '#contract/app-error.ts';
import { getCurrentUser } from '#contract/calls/accounts.ts';
import { resolvePool } from '#contract/calls/pools.ts';
import { appError } from '#contract/errors.ts';
import { msg } from '#contract/language/text.ts';
import type { Site } from '#contract/site.ts';
import { unreachable } from './failures.ts';
import { definePage, openPage, type PageTarget } from './page.ts';
import { live, makeQueryClient, query } from './query.ts';
import { setUserIn, userIn } from './session.ts';

const url = new URL('https://fanfare.example/dashboard');
const target: PageTarget = { params: {}, url, requestedPath: url.pathname, hash: '' };
const person = (role: CurrentUser['role']) => ({ id: '1', role }) as CurrentUser;

beforeEach(() => vi.stubEnv('SSR', false));
afterEach(() => void vi.unstubAllEnvs());

describe('the guard of a page in the browser', () => {
  const page = definePage({ title: msg`Creator dashboard`, description: msg`Pools` });

  function open(roleNow: CurrentUser['role']) {
    const queries = makeQueryClient(async ({ path }) => (path === getCurrentUser.path ? person(roleNow) : null));
    setUserIn(queries, person('user'));
    return { queries, opened: openPage(page, 'creator', { queries, site: {} as Site }, target) };
  }

  it('asks for the current role before it refuses', async () => {
    const { queries, opened } = open('creator');
    expect(await opened).toBeUndefined();
    expect(userIn(queries)?.role).toBe('creator');
  });

  it('leads everyone else to their home', async () => {
    expect(await open('user').opened).toEqual({ redirect: '/', status: 302 });
  });
});

const site = {} as Site;
const pool = live(query(resolvePool, { query: { path: '/pool/a' } }));
const poolPage = definePage({ title: msg`Pool`, description: msg`A pool`, queries: () => [pool] });
/** A page that reads the pool before it knows its path. */
const namedPage = definePage({
  title: msg`Pool`,
  description: msg`A pool`,
  canonicalPath: async ({ fetch }) => `/pool/${(await fetch(pool)).id}`,
});

describe('a page in the browser whose cached data is stale', () => {
  let answer: () => Promise<unknown>;
  let queries: ReturnType<typeof makeQueryClient>;
  const open = (page = poolPage) => openPage(page, 'anyone', { queries, site }, target);

  beforeEach(async () => {
    answer = async () => ({ id: 'a' });
    queries = makeQueryClient(() => answer());
    await open();
    await queries.invalidateQueries();
  });
  afterEach(() => {
    onlineManager.setOnline(true);
    queries.clear();
  });

  it.each<ErrorCode>(['rate_limited', 'internal', 'unavailable'])('opens although its read fails: %s', async (code) => {
    answer = () => Promise.reject(appError(code));
    await open();
    queries.clear();
    await expect(open()).rejects.toMatchObject({ code });
  });

  it.each<ErrorCode>(['not_found', 'forbidden'])('fails if its read is refused: %s', async (code) => {
    answer = () => Promise.reject(appError(code));
    await expect(open()).rejects.toMatchObject({ code });
  });

  it('opens while its read waits for the server', async () => {
    answer = () => new Promise(() => undefined);
    await open();
    expect(await open(namedPage)).toMatchObject({ redirect: '/pool/a' });
  });

  it('opens without a network, and fails without cached data', async () => {
    answer = () => Promise.reject(unreachable());
    onlineManager.setOnline(false);
    await open();
    expect(await open(namedPage)).toMatchObject({ redirect: '/pool/a' });
    setUserIn(queries, person('user'));
    expect(await openPage(poolPage, 'creator', { queries, site }, target)).toMatchObject({ redirect: '/' });
    queries.clear();
    await expect(open(namedPage)).rejects.toMatchObject({ message: unreachable().message });
  });
});

it('a change without a network fails at once, and nothing is sent later', async () => {
  onlineManager.setOnline(false);
  const send = vi.fn(() => Promise.reject(unreachable()));
  const change = new MutationObserver(makeQueryClient(), { mutationFn: send });
  await expect(change.mutate()).rejects.toMatchObject({ message: unreachable().message });
  onlineManager.setOnline(true);
  expect(send).toHaveBeenCalledTimes(1);
});
