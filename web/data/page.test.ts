import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CurrentUser, getCurrentUser } from '#contract/accounts.ts';
import { resolvePool } from '#contract/pools.ts';
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
  const page = definePage({ title: 'Creator dashboard', description: '' });

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

it('opens a page with stale data while the network is down', async () => {
  const pool = live(query(resolvePool, { query: { path: '/pool/a' } }));
  const page = definePage({ title: 'Pool', description: '', queries: () => [pool] });
  let isDown = false;
  const queries = makeQueryClient(async () => {
    if (isDown) throw unreachable();
    return { id: 'a' };
  });
  const open = () => openPage(page, 'anyone', { queries, site: {} as Site }, target);
  await open();
  isDown = true;
  await queries.invalidateQueries();
  await open();
  queries.clear();
  await expect(open()).rejects.toThrow();
});
