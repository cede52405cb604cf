import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JoinedRoom } from '#contract/socket-events.ts';
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
};
const mutedFor = (ms: number): JoinedRoom => ({
  ...free,
  muted: { until: new Date(Date.now() + ms).toISOString() },
  canSend: false,
});

const minuteMs = 60_000;
let room: { joined: JoinedRoom | undefined; changed: () => void };
/** What the server would say now; undefined where it does not answer. */
let truth: JoinedRoom | undefined;
let asked: number;
let state: JoinedState;

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  truth = free;
  room = { joined: undefined, changed: () => undefined };
  state = new JoinedState(room, async () => {
    asked += 1;
    if (!truth) throw new NotConnectedError();
    return truth;
  });
});

afterEach(() => {
  vi.useRealTimers();
});

it('a mute that runs out ends, without anybody telling so', async () => {
  await state.enter();
  state.hear({ muted: { until: new Date(Date.now() + 10 * minuteMs).toISOString() } });
  expect(room.joined).toMatchObject({ canSend: false, slowModeSeconds: 0 });
  await vi.advanceTimersByTimeAsync(10 * minuteMs - 1);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toBe(2);
  expect(room.joined).toEqual(free);
  await vi.advanceTimersByTimeAsync(100 * minuteMs);
  expect(asked).toBe(2);
});

it('where this clock is ahead of the server, or the server does not answer, it asks until the mute is over', async () => {
  truth = mutedFor(minuteMs);
  await state.enter();
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(room.joined?.canSend).toBe(false);
  truth = undefined;
  await vi.advanceTimersByTimeAsync(6000);
  truth = free;
  expect(room.joined?.canSend).toBe(false);
  await vi.advanceTimersByTimeAsync(6000);
  expect(room.joined).toEqual(free);
});

it('a mute that only an admin ends is waited out by nobody', async () => {
  truth = { ...free, muted: { until: null }, canSend: false };
  await state.enter();
  await vi.advanceTimersByTimeAsync(100 * minuteMs);
  expect(asked).toBe(1);
  state.hear({ muted: null });
  expect(room.joined).toEqual(free);
});

it('rules that are told while a room is joined are kept', async () => {
  const isIn = await state.enter(async () => state.hear({ slowModeSeconds: 30 }));
  expect(isIn).toBe(true);
  expect(room.joined).toEqual({ ...free, slowModeSeconds: 30 });
});

it('whose connection breaks while they catch up has not joined, and waits for nothing', async () => {
  truth = mutedFor(minuteMs);
  expect(await state.enter(async () => state.lose())).toBe(false);
  expect(room.joined).toBeUndefined();
  await vi.advanceTimersByTimeAsync(10 * minuteMs);
  expect(asked).toBe(1);
  expect(await state.enter()).toBe(true);
  expect(room.joined).toEqual(truth);
});

it('what is told while the server is asked is not lost to an answer from before it, however often it is asked', async () => {
  await state.enter();
  const answers: ((joined: JoinedRoom) => void)[] = [];
  state = new JoinedState(room, () => new Promise((answer) => answers.push(answer)));
  void state.askAgain();
  state.hear({ slowModeSeconds: 30 });
  void state.askAgain();
  answers[0]?.(free);
  await vi.advanceTimersByTimeAsync(0);
  expect(room.joined?.slowModeSeconds).toBe(30);
});

it('an answer that fails to come after everything was left asks for nothing any more', async () => {
  truth = mutedFor(minuteMs);
  await state.enter();
  let fail: (why: Error) => void = () => undefined;
  const left = new JoinedState(room, () => {
    asked += 1;
    return new Promise((_, reject) => {
      fail = reject;
    });
  });
  void left.askAgain();
  left.lose();
  await state.enter();
  asked = 0;
  fail(new NotConnectedError());
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(asked).toBe(1);
});
