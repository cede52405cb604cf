import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '#server/platform/observability/log.ts';
import { createRedis, type RedisConnections } from '#server/platform/redis/redis.ts';
import { freePort } from '#testing/free-port.ts';
import { DatabaseProxy } from '#testing/servers/database-proxy.ts';
import { hasRedisServer, RedisServer } from '#testing/servers/redis-server.ts';
import type { Broadcast } from './broadcast.ts';
import { createRedisRelay } from './redis-relay.ts';
import type { Relay } from './relay.ts';

const log = createLogger('silent');
const databaseUrl = 'postgres://localhost/relay_test';

interface Node {
  relay: Relay;
  received: Broadcast[];
  gaps: number;
}

const disconnect = (room: string): Broadcast => ({ kind: 'disconnect', room });

describe.runIf(hasRedisServer)('the Redis relay', () => {
  let server: RedisServer;
  let admin: Redis;
  let connections: RedisConnections[] = [];
  let relays: Relay[] = [];

  beforeAll(async () => {
    server = await RedisServer.start();
  });
  beforeEach(() => {
    admin = new Redis(server.url);
  });
  afterEach(async () => {
    for (const relay of relays) relay.close();
    await Promise.all(connections.map((connection) => connection.close()));
    await admin.flushall();
    admin.disconnect();
    [relays, connections] = [[], []];
  });
  afterAll(() => server.stop());

  function publisher(url = server.url): Relay {
    const redis = createRedis(url, databaseUrl, log);
    const relay = createRedisRelay(redis, log);
    connections.push(redis);
    relays.push(relay);
    return relay;
  }

  async function subscriber(url = server.url): Promise<Node> {
    const node: Node = { relay: publisher(url), received: [], gaps: 0 };
    await node.relay.subscribe({
      onBroadcast: (broadcast) => node.received.push(broadcast),
      onGap: () => {
        node.gaps += 1;
      },
    });
    return node;
  }

  async function proxied(): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(server.url, await freePort());
    await proxy.open();
    return proxy;
  }

  it('carries the broadcasts of each process in their order to every other one', async () => {
    const [one, two] = [await subscriber(), await subscriber()];
    const worker = publisher();
    const sent = Array.from({ length: 600 }, (_each, index) => disconnect(`${index}`));
    for (const broadcast of sent) worker.publish(broadcast);
    one.relay.publish(disconnect('from one'));
    await expect.poll(() => two.received.length).toBe(sent.length + 1);
    expect(two.received.filter(({ kind }) => kind === 'disconnect')).toContainEqual(disconnect('from one'));
    await expect.poll(() => one.received).toEqual(sent);
    expect([one.gaps, two.gaps]).toEqual([0, 0]);
  });

  it('does not deliver broadcasts from before a process subscribed', async () => {
    const first = await subscriber();
    const worker = publisher();
    worker.publish(disconnect('before'));
    await expect.poll(() => first.received).toHaveLength(1);
    const second = await subscriber();
    worker.publish(disconnect('after'));
    await expect.poll(() => second.received).toEqual([disconnect('after')]);
  });

  it('loses nothing when connections break', async () => {
    const node = await subscriber();
    const worker = publisher();
    worker.publish(disconnect('before'));
    await expect.poll(() => node.received).toHaveLength(1);
    await admin.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    const during = new Redis(server.url);
    // As a process that kept its connection publishes.
    const body = JSON.stringify([disconnect('during')]);
    await during.xadd('fanfare:relay_test:broadcasts', '*', 'sender', 'another', 'body', body);
    during.disconnect();
    await expect.poll(() => node.received).toEqual([disconnect('before'), disconnect('during')]);
    expect(node.gaps).toBe(0);
  });

  it('reports a gap to a subscriber whose part of the stream was trimmed', async () => {
    const proxy = await proxied();
    const node = await subscriber(proxy.url);
    await proxy.refuse();
    const other = publisher();
    other.publish(disconnect('trimmed'));
    await expect.poll(() => admin.xlen('fanfare:relay_test:broadcasts')).toBe(2);
    await admin.xtrim('fanfare:relay_test:broadcasts', 'MAXLEN', 0);
    await proxy.open();
    await expect.poll(() => node.gaps, { timeout: 5000 }).toBe(1);
    other.publish(disconnect('next'));
    await expect.poll(() => node.received).toEqual([disconnect('next')]);
    await proxy.refuse();
  });

  it('reports a gap to the others after a failed publish', async () => {
    const node = await subscriber();
    const proxy = await proxied();
    const cutOff = publisher(proxy.url);
    cutOff.publish(disconnect('first'));
    await expect.poll(() => node.received).toHaveLength(1);
    await proxy.refuse();
    cutOff.publish(disconnect('lost'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(node.gaps).toBe(0);
    await proxy.open();
    await expect.poll(() => node.gaps, { timeout: 5000 }).toBe(1);
    cutOff.publish(disconnect('last'));
    await expect.poll(() => node.received).toEqual([disconnect('first'), disconnect('last')]);
    await proxy.refuse();
  });

  it('reports a gap to every subscriber after a restart of Redis, and continues', async () => {
    const nodes = [await subscriber(), await subscriber()];
    await server.stop();
    await server.start();
    for (const node of nodes) await expect.poll(() => node.gaps, { timeout: 5000 }).toBe(1);
    nodes[0]?.relay.publish(disconnect('again'));
    await expect.poll(() => nodes[1]?.received).toEqual([disconnect('again')]);
  });

  it('subscribes once Redis is there, and reports a gap for the time before', async () => {
    await server.stop();
    const node = await subscriber();
    expect(node.gaps).toBe(0);
    await server.start();
    await expect.poll(() => node.gaps, { timeout: 5000 }).toBe(1);
    publisher().publish(disconnect('hello'));
    await expect.poll(() => node.received).toEqual([disconnect('hello')]);
  });

  it('answers pings on one connection', async () => {
    const redis = createRedis(server.url, databaseUrl, log);
    connections.push(redis);
    const before = await admin.client('LIST');
    for (let turn = 0; turn < 5; turn += 1) await redis.ping();
    expect(String(await admin.client('LIST')).split('\n')).toHaveLength(String(before).split('\n').length + 1);
  });

  it('logs a refused command without its arguments', async () => {
    const lines: string[] = [];
    const toMemory = createLogger('info', { write: (line) => lines.push(line) });
    const redis = createRedis(server.url.replace('//', '//:a-wrong-password@'), databaseUrl, toMemory);
    connections.push(redis);
    const relay = createRedisRelay(redis, toMemory);
    relays.push(relay);
    await admin.config('SET', 'maxmemory', '1');
    relay.publish({ kind: 'close_rooms', rooms: ['a private text'] });
    await expect.poll(() => lines.join('')).toContain('OOM');
    await admin.config('SET', 'maxmemory', '0');
    expect(lines.join('')).not.toMatch(/a-wrong-password|a private text/);
  });
});
