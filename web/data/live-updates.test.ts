import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { listSavedCards } from '#contract/calls/pledges.ts';
import { limits } from '#contract/limits.ts';
import { keepFresh } from './freshness.ts';
import { watchPool } from './live-updates.ts';
import { makeQueryClient, query } from './query.ts';

/** The browser's socket. The tests are the server. */
class BrowserSocket {
  static open: BrowserSocket;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;
  sent: string[] = [];
  constructor() {
    BrowserSocket.open = this;
  }
  send(text: string) {
    const [, event, poolId] = /^42\/live,\["(\w+)",\{"poolId":"(.+)"\}\]$/.exec(text) ?? [];
    if (event) this.sent.push(`${event} ${poolId}`);
  }
  close() {
    this.onclose();
  }
}

vi.useFakeTimers();
vi.stubGlobal('WebSocket', BrowserSocket);
vi.stubGlobal('window', { location: { origin: 'https://fanfare.example' } });

const cached = query(listSavedCards);
const queries = makeQueryClient();
keepFresh(queries);
const isStale = () => queries.getQueryState(cached.queryKey)?.isInvalidated;
const receive = (data: string) => BrowserSocket.open.onmessage({ data });
/** What the client has sent since the last call. */
async function takeSent(): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(1);
  return BrowserSocket.open.sent.splice(0);
}
const show = (...pools: string[]) => pools.map((pool) => watchPool(pool, () => undefined));
const hide = (stops: (() => void)[]) => {
  for (const stop of stops) stop();
};

beforeEach(() => queries.setQueryData(cached.queryKey, []));
afterAll(() => {
  queries.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// The tab has one connection, so each test continues where the previous one ended.
let shown: (() => void)[];

it('watches the pools of the screen once it is connected', async () => {
  shown = show('a', 'b');
  receive('0{}');
  receive('40/live,{}');
  expect(await takeSent()).toEqual(['watch a', 'watch b']);
  expect(isStale()).toBe(false);
});

it('sends only the difference after a navigation', async () => {
  hide(shown);
  shown = show('b', 'c');
  expect(await takeSent()).toEqual(['unwatch a', 'watch c']);
});

it('watches at most as many pools as the server allows, and the others as soon as there is room', async () => {
  const many = show(...Array.from({ length: limits.sockets.watchedMax }, (_, index) => `${index}`));
  expect(await takeSent()).toHaveLength(limits.sockets.watchedMax - 2);
  hide(shown);
  shown = many;
  expect(await takeSent()).toEqual(['unwatch b', 'unwatch c', 'watch 48', 'watch 49']);
});

it('watches everything again after the server has refused a pool', async () => {
  receive('42/live,["error",{"message":"Too many requests. Wait a little."}]');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await takeSent()).toHaveLength(limits.sockets.watchedMax);
  expect(isStale()).toBe(true);
});

it('watches everything again after a lost connection, and reports the gap', async () => {
  BrowserSocket.open.close();
  await vi.advanceTimersByTimeAsync(5000);
  receive('40/live,{}');
  expect(await takeSent()).toHaveLength(limits.sockets.watchedMax);
  await vi.advanceTimersByTimeAsync(3000);
  expect(isStale()).toBe(true);
  BrowserSocket.open.onclose = () => undefined;
  hide(shown);
});
