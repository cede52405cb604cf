import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { poolTopic } from '#server/pools/publish-pool.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { personRoom } from './sockets.ts';

let app: TestApp;
const sockets: Socket[] = [];
const poolId = '2b1e5d62-6a0e-4a2c-9c53-3b4c3f7f0a11';
const figures = { id: poolId, status: 'open', currentAmount: 0, pledgedPercentage: 0, paidPercentage: 0, fanCount: 1 };

beforeAll(async () => {
  app = await startTestApp({
    env: { RATE_LIMITS: '1' },
    extra: (platform) => {
      platform.http.setSessionReader(async (value) =>
        value === 'mika'
          ? { userId: 'mika', role: 'user', username: 'mika', suspended: false, emailVerified: true, sessionId: 's1' }
          : null,
      );
      return { routes: [] };
    },
  });
});

afterAll(async () => {
  for (const socket of sockets) socket.close();
  await app.close();
});

async function open(headers: Record<string, string> = {}, transport = 'websocket'): Promise<Socket> {
  const socket = io(`${app.url}/live`, {
    transports: [transport],
    extraHeaders: headers,
    forceNew: true,
    reconnection: false,
  });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  return socket;
}

function next<T>(socket: Socket, event: string): Promise<T> {
  return new Promise((resolve) => socket.once(event, resolve));
}

test.each(['websocket', 'polling'])('sends watchers one update for a burst over %s', async (transport) => {
  const socket = await open({}, transport);
  const updates: unknown[] = [];
  socket.on('pool_updated', (update) => updates.push(update));
  socket.emit('watch', { poolId: poolId.toUpperCase() });
  await new Promise((resolve) => setTimeout(resolve, 150));
  for (let pledgedAmount = 1; pledgedAmount <= 50; pledgedAmount += 1)
    app.context.live.publish(poolTopic, poolId, { ...figures, pledgedAmount });
  await expect.poll(() => updates.length).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(updates).toEqual([{ ...figures, pledgedAmount: 50 }]);
  socket.emit('unwatch', { poolId });
  await new Promise((resolve) => setTimeout(resolve, 150));
  app.context.live.publish(poolTopic, poolId, { ...figures, pledgedAmount: 51 });
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(updates).toHaveLength(1);
});

test('sends people their own events, and disconnects them when the session ends', async () => {
  const mine = await open({ cookie: 'sid=mika' });
  const stranger = await open();
  let strangersNews = 0;
  stranger.on('notified', () => {
    strangersNews += 1;
  });
  const news = next<{ unread: number }>(mine, 'notified');
  app.context.live.send({ namespace: '/live', to: [personRoom('mika')], event: 'notified', payload: { unread: 3 } });
  expect(await news).toEqual({ unread: 3 });
  expect(strangersNews).toBe(0);
  const gone = next<string>(mine, 'disconnect');
  app.context.live.disconnectSession('s1');
  await gone;
  expect(stranger.connected).toBe(true);
});

test.each(['websocket', 'polling'])('refuses connections from other sites over %s', async (transport) => {
  await expect(open({ origin: 'https://evil.example' }, transport)).rejects.toThrow();
  await open({ origin: app.url }, transport);
});

test('refuses invalid events, and disconnects a flood', async () => {
  const socket = await open();
  const fault = next<{ message: string }>(socket, 'error');
  socket.emit('watch', { poolId: 'user:mika' });
  expect((await fault).message).toBe('This was not understood.');
  const gone = next<string>(socket, 'disconnect');
  for (let index = 0; index < 200; index += 1) socket.emit('watch', 'x');
  await gone;
});
