import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { poolTopic } from '#server/pools/publish-pool.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { personRoom } from './packets.ts';

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
          ? {
              userId: 'mika',
              role: 'user',
              username: 'mika',
              locale: 'en',
              suspended: false,
              emailVerified: true,
              hasFreshProof: true,
              sessionId: 's1',
            }
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

test('never refuses to end a watch, so that other pools can be watched', async () => {
  const socket = await open();
  const faults: unknown[] = [];
  socket.on('error', (fault) => faults.push(fault));
  const pools = (most: number) => Array.from({ length: most }, () => randomUUID());
  // More events than the limit, of which half are watches.
  for (const ids of [pools(40), pools(40), pools(30)]) {
    for (const id of ids) socket.emit('watch', { poolId: id });
    for (const id of ids) socket.emit('unwatch', { poolId: id });
  }
  socket.emit('watch', { poolId });
  const update = next<{ pledgedAmount: number }>(socket, 'pool_updated');
  socket.emit('unwatch', { poolId: 'no id' });
  await expect.poll(() => faults).toEqual([{ message: 'This was not understood.' }]);
  app.context.live.publish(poolTopic, poolId, { ...figures, pledgedAmount: 7 });
  expect((await update).pledgedAmount).toBe(7);
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

test.each(['websocket', 'polling'])(
  'closes a connection over %s that reads nothing, and no other',
  async (transport) => {
    const reader = await open({ cookie: 'sid=mika' });
    const isGone: () => boolean | Promise<boolean> =
      transport === 'websocket' ? await stopReading() : await stopPolling();
    let received = 0;
    reader.on('notified', () => {
      received += 1;
    });
    // More than the buffers of the operating system take.
    for (let sent = 1; sent <= 300; sent += 1) {
      const payload = 'x'.repeat(100_000);
      app.context.live.send({ namespace: '/live', to: [personRoom('mika')], event: 'notified', payload });
      await expect.poll(() => received, { interval: 1 }).toBe(sent);
    }
    await expect.poll(isGone, { timeout: 5000 }).toBe(true);
    expect(reader.connected).toBe(true);
  },
);

/** Opens a websocket that stops reading. Returns a function that sends a pong and tells whether the connection is closed. */
async function stopReading(): Promise<() => boolean> {
  const socket = await open({ cookie: 'sid=mika' });
  const { ws } = socket.io.engine.transport as unknown as {
    ws: { pause(): void; pong(): void; readyState: number; OPEN: number };
  };
  ws.pause();
  return () => {
    ws.pong();
    return ws.readyState !== ws.OPEN;
  };
}

/** Opens a connection that never polls again. Returns a function that sends a pong and tells whether the connection is closed. */
async function stopPolling(): Promise<() => Promise<boolean>> {
  const headers = { cookie: 'sid=mika' };
  const url = `${app.url}/socket.io/?EIO=4&transport=polling`;
  const { sid } = JSON.parse((await (await fetch(url, { headers })).text()).slice(1)) as { sid: string };
  const session = `${url}&sid=${sid}`;
  await fetch(session, { method: 'POST', headers, body: '40/live,' });
  await (await fetch(session, { headers })).text();
  return async () => (await fetch(session, { method: 'POST', headers, body: '3' })).status === 400;
}
