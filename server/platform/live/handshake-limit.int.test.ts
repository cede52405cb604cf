import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { hasRedisServer, RedisServer } from '#testing/servers/redis-server.ts';

const sockets: Socket[] = [];
const apps: TestApp[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(async () => {
  for (const app of apps) await app.close();
});

/** An app with the lowest limit that RATE_LIMITS allows. */
async function strictApp(trustedProxies: string): Promise<TestApp> {
  const app = await startTestApp({ env: { RATE_LIMITS: '0.01', TRUSTED_PROXIES: trustedProxies } });
  apps.push(app);
  return app;
}

/** Connects as a proxy on this machine would for a visitor. */
function connects(app: TestApp, forwardedFor: string): Promise<boolean> {
  const socket = io(`${app.url}/live`, {
    transports: ['websocket'],
    extraHeaders: { 'x-forwarded-for': forwardedFor },
    forceNew: true,
    reconnection: false,
  });
  sockets.push(socket);
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(true));
    socket.on('connect_error', () => resolve(false));
  });
}

/** Connects as often as the limit allows. */
async function useUp(app: TestApp, forwardedFor: string): Promise<void> {
  for (let count = 0; count < 12; count += 1) expect(await connects(app, forwardedFor)).toBe(true);
}

describe('the limit on handshakes', () => {
  it('counts each visitor behind a trusted proxy separately', async () => {
    const app = await strictApp('127.0.0.1');
    await useUp(app, '203.0.113.1');
    expect(await connects(app, '203.0.113.1')).toBe(false);
    expect(await connects(app, '203.0.113.2')).toBe(true);
    // The proxy appends the address that it saw; the visitor may have written the ones before it.
    expect(await connects(app, '203.0.113.2, 203.0.113.1')).toBe(false);
  });

  it('counts handshakes whose URL looks like that of an open connection', async () => {
    const app = await strictApp('');
    await useUp(app, '');
    const handshake = await fetch(`${app.url}/socket.io/?EIO=4&transport=polling&not-sid=1`, {
      headers: { origin: app.url },
    });
    expect(handshake.status).toBe(403);
    expect(await handshake.json()).toMatchObject({ message: 'rate_limited' });
  });

  it('ignores the address that a client claims if its own is not trusted', async () => {
    const app = await strictApp('');
    await useUp(app, '203.0.113.1');
    expect(await connects(app, '203.0.113.2')).toBe(false);
  });

  it.skipIf(!hasRedisServer)('survives a connection that breaks while it waits for Redis', async () => {
    const redis = await RedisServer.start();
    const app = await startTestApp({ env: { REDIS_URL: redis.url } });
    const faults: Error[] = [];
    const hear = (error: Error) => faults.push(error);
    process.on('uncaughtException', hear);
    try {
      expect(await connects(app, '')).toBe(true);
      process.kill(redis.pid, 'SIGSTOP');
      const broken = connect(app.port, '127.0.0.1');
      await once(broken, 'connect');
      const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
      const lines = ['GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', 'Host: x', ...upgrade];
      broken.write(`${[...lines, `Sec-WebSocket-Key: ${'A'.repeat(22)}==`].join('\r\n')}\r\n\r\n`);
      await sleep(50);
      broken.resetAndDestroy();
      // This node waits for Redis for at most 250 ms.
      expect(await connects(app, '')).toBe(true);
      expect(faults).toEqual([]);
    } finally {
      process.off('uncaughtException', hear);
      process.kill(redis.pid, 'SIGCONT');
      await app.close();
      await redis.stop();
    }
  });
});
