import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '#contract/accounts.ts';
import { demoAccounts } from '#server/accounts/demo-accounts.ts';
import { testClient } from '#testing/client.ts';
import { firstPoolPath } from './pages.ts';

/** Requests of visitors or signed-in people, which any node may get. */
export interface Load {
  name: string;
  /** The request number `turn`. */
  request(turn: number): { path: string; init?: RequestInit };
}

/** The cookies of the demo's fan. */
async function signIn(url: string): Promise<string> {
  const client = testClient(url);
  const [account] = demoAccounts;
  if (!account) throw new Error('there are no demo accounts');
  await client.call(login, { body: { email: account.email, password: account.password } });
  return [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

export async function loadsOf(url: string): Promise<Load[]> {
  const cookie = await signIn(url);
  const pool = await firstPoolPath(url);
  const answer = (await (await fetch(`${url}/api/pools/resolve?path=${encodeURIComponent(pool)}`)).json()) as {
    id: string;
  };
  const own = { headers: { cookie } };
  return [
    { name: 'feed page, visitors, shared', request: () => ({ path: '/browse-tip-pools' }) },
    // Each has another address, so that none is shared.
    { name: 'pool page, visitors, rendered', request: (turn) => ({ path: `${pool}?turn=${turn}` }) },
    { name: 'feed page, signed in', request: () => ({ path: '/browse-tip-pools', init: own }) },
    { name: 'pool page, signed in', request: () => ({ path: pool, init: own }) },
    { name: 'GET /api/pools', request: () => ({ path: '/api/pools' }) },
    { name: 'GET /api/search', request: () => ({ path: '/api/search?q=song' }) },
    {
      name: 'like, then unlike a pool',
      request: (turn) => ({
        path: `/api/pools/${answer.id}/like`,
        init: { method: turn % 2 === 0 ? 'POST' : 'DELETE', headers: { cookie } },
      }),
    },
  ];
}

let turns = 0;

/** Sends `count` requests to the nodes in turn, `inFlight` at a time. */
export async function sendLoad(
  urls: readonly string[],
  load: Load,
  { count, inFlight }: { count: number; inFlight: number },
): Promise<void> {
  const end = turns + count;
  const work = async () => {
    while (turns < end) {
      const turn = turns++;
      const { path, init } = load.request(turn);
      const response = await fetch((urls[turn % urls.length] ?? '') + path, init);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  // The work that other nodes do because of these requests belongs to the load, too.
  await sleep(150);
}
