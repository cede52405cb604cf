import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JoinedRoom } from '#contract/chat/socket-events.ts';
import { NotConnectedError } from '#web/data/chat-socket.ts';
import { JoinedState } from './joined-state.ts';

const free: JoinedRoom = {
  ok: true,
  roomId: 'Film',
  conversationId: null,
  lastSeq: 7,
  slowModeSeconds: 0,
  muted: null,
  canSend: true,
  otherReadSeq: null,
  listed: true,
};
const mutedFor = (ms: number): JoinedRoom => ({
  ...free,
  muted: { until: new Date(Date.now() + ms).toISOString() },
  canSend: false,
});

const minuteMs = 60_000;
let room: { joined: JoinedRoom | undefined; changed: () => void };
/** The server's current answer; undefined while it does not answer. */
let serverState: JoinedRoom | undefined;
let asked: number;
let state: JoinedState;

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  serverState = free;
  room = { joined: undefined, changed: () => undefined };
  state = new JoinedState(room, async () => {
    asked += 1;
    if (!serverState) throw new NotConnectedError();
    return serverState;
  });
});

afterEach(() => {
  vi.useRealTimers();
});

it('asks again when a mute expires and lifts it', async () => {
  await state.enter();
  state.applyRules({ muted: { until: new Date(Date.now() + 10 * minuteMs).toISOString() } });
  expect(room.joined).toMatchObject({ canSend: false, slowModeSeconds: 0 });
  await vi.advanceTimersByTimeAsync(10 * minuteMs - 1);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toBe(2);
  expect(room.joined).toEqual(free);
  await vi.advanceTimersByTimeAsync(100 * minuteMs);
  expect(asked).toBe(2);
});

it('keeps asking until the mute is over if this clock is ahead or the server does not answer', async () => {
  serverState = mutedFor(minuteMs);
  await state.enter();
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(room.joined?.canSend).toBe(false);
  serverState = undefined;
  await vi.advanceTimersByTimeAsync(6000);
  serverState = free;
  expect(room.joined?.canSend).toBe(false);
  await vi.advanceTimersByTimeAsync(6000);
  expect(room.joined).toEqual(free);
});

it('does not ask again about a mute without an end', async () => {
  serverState = { ...free, muted: { until: null }, canSend: false };
  await state.enter();
  await vi.advanceTimersByTimeAsync(100 * minuteMs);
  expect(asked).toBe(1);
  state.applyRules({ muted: null });
  expect(room.joined).toEqual(free);
});

it('keeps rules that arrive while a room is being joined', async () => {
  const isIn = await state.enter(async () => state.applyRules({ slowModeSeconds: 30 }));
  expect(isIn).toBe(true);
  expect(room.joined).toEqual({ ...free, slowModeSeconds: 30 });
});

it('does not join if the connection breaks during the catch-up', async () => {
  serverState = mutedFor(minuteMs);
  expect(await state.enter(async () => state.disconnect())).toBe(false);
  expect(room.joined).toBeUndefined();
  await vi.advanceTimersByTimeAsync(10 * minuteMs);
  expect(asked).toBe(1);
  expect(await state.enter()).toBe(true);
  expect(room.joined).toEqual(serverState);
});

it('keeps rules that arrive during a request over the older answer, even with two requests', async () => {
  await state.enter();
  const answers: ((joined: JoinedRoom) => void)[] = [];
  state = new JoinedState(room, () => new Promise((answer) => answers.push(answer)));
  void state.refreshState();
  state.applyRules({ slowModeSeconds: 30 });
  void state.refreshState();
  answers[0]?.(free);
  await vi.advanceTimersByTimeAsync(0);
  expect(room.joined?.slowModeSeconds).toBe(30);
});

it('does not ask again after a request of an earlier connection fails', async () => {
  serverState = mutedFor(minuteMs);
  await state.enter();
  let fail: (why: Error) => void = () => undefined;
  const left = new JoinedState(room, () => {
    asked += 1;
    return new Promise((_, reject) => {
      fail = reject;
    });
  });
  void left.refreshState();
  left.disconnect();
  await state.enter();
  asked = 0;
  fail(new NotConnectedError());
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(asked).toBe(1);
});
