import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Packet } from './packets.ts';
import { createRoomOrder } from './room-order.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const packet = (seq: number, more: { event?: string; room?: string; again?: boolean } = {}): Packet => {
  const { event = 'message', room = 'a', again } = more;
  return { to: [room], event, payload: seq, place: { room, seq, ...(again ? { again } : {}) } };
};

/** An order whose reads fail with the errors of `answers`, one after another, and then find its packets. */
function setUp(answers: (Packet | Error)[] = []) {
  const errors = answers.filter((answer) => answer instanceof Error);
  const missing = answers.filter((answer): answer is Packet => !(answer instanceof Error));
  const told: unknown[] = [];
  const asked: unknown[] = [];
  const stuck: unknown[] = [];
  const order = createRoomOrder(
    ({ event, payload }) => told.push(event === 'message' ? payload : `${event} ${payload}`),
    async (room, between) => {
      asked.push({ room, ...between });
      const error = errors.shift();
      if (error) throw error;
      return missing;
    },
    (error) => stuck.push(error),
  );
  return { told, asked, stuck, order: order.take, start: order.start, forget: order.forget };
}

it('sends packets in order at once, and all packets of one number', () => {
  const { told, order } = setUp();
  for (const one of [packet(7), packet(7, { event: 'reply' }), packet(8), packet(9)]) order(one);
  order({ to: ['a'], event: 'typing', payload: 'x' });
  expect(told).toEqual([7, 'reply 7', 8, 9, 'typing x']);
});

it("holds even the first packet if it knows the room's number", () => {
  const { told, order, start } = setUp();
  start({ room: 'a', seq: 6 });
  order(packet(8));
  order(packet(7));
  start({ room: 'a', seq: 7 });
  order(packet(9));
  expect(told).toEqual([7, 8, 9]);
});

it('holds early packets, in each room separately', () => {
  const { told, order } = setUp();
  order(packet(1));
  order(packet(4));
  order(packet(3));
  order(packet(3, { event: 'reply' }));
  order(packet(50, { room: 'b' }));
  expect(told).toEqual([1, 50]);
  order(packet(2));
  expect(told).toEqual([1, 50, 2, 3, 'reply 3', 4]);
});

it('reads missing packets from the database once', async () => {
  const { told, asked, order } = setUp([packet(2), packet(3)]);
  order(packet(1));
  order(packet(4));
  order(packet(5));
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual([1, 2, 3, 4, 5]);
  expect(asked).toEqual([{ room: 'a', after: 1, before: 4 }]);
});

it('goes on if nothing is there, and with the next gap', async () => {
  const { told, asked, order } = setUp([]);
  for (const seq of [1, 3, 5]) order(packet(seq));
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual([1, 3, 5]);
  expect(asked).toHaveLength(2);
  // Late, and never told before.
  order(packet(2));
  expect(told).toEqual([1, 3, 5, 2]);
});

it('holds packets while the missing ones cannot be read', async () => {
  const { told, order } = setUp([new Error('no database'), new Error('no database'), packet(2)]);
  for (const seq of [1, 3, 4]) order(packet(seq));
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual([1, 2, 3, 4]);
});

it('reports packets that cannot be read after five tries, and sends none of the later ones', async () => {
  const error = new Error('no database');
  const { told, asked, stuck, order } = setUp(Array.from({ length: 9 }, () => error));
  for (const seq of [1, 3, 4]) order(packet(seq));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([told, asked.length, stuck]).toEqual([[1], 5, [error]]);
});

it('reads many missing numbers in several steps', async () => {
  const { asked, order } = setUp();
  for (const seq of [1, 452]) order(packet(seq));
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([
    { room: 'a', after: 1, before: 202 },
    { room: 'a', after: 201, before: 402 },
    { room: 'a', after: 401, before: 452 },
  ]);
});

it('drops a packet that arrives after its repair, and sends another event of the same number', async () => {
  const { told, order } = setUp([packet(2)]);
  order(packet(1));
  order(packet(3));
  await vi.advanceTimersByTimeAsync(1000);
  order(packet(2));
  order(packet(2, { event: 'reply' }));
  expect(told).toEqual([1, 2, 3, 'reply 2']);
});

it('sends a repeated packet only if it was not sent', () => {
  const { told, order } = setUp();
  order(packet(1));
  order(packet(2));
  order(packet(2, { again: true }));
  order(packet(3, { again: true }));
  order(packet(3, { again: true }));
  expect(told).toEqual([1, 2, 3]);
});

it('sends each repeated event of one number once, also of held ones', () => {
  const { told, order } = setUp();
  const again = (seq: number) => ['message', 'reply'].map((event) => packet(seq, { event, again: true }));
  order(packet(1));
  for (const one of [...again(2), ...again(2), ...again(4), ...again(1), ...again(4)]) order(one);
  expect(told).toEqual([1, 2, 'reply 2']);
  order(packet(3));
  for (const one of again(4)) order(one);
  expect(told).toEqual([1, 2, 'reply 2', 3, 4, 'reply 4']);
});

it('drops what it holds after a gap, and does not send the lost packets before the next one', async () => {
  const { told, asked, order, start, forget } = setUp([packet(2), packet(5), packet(6)]);
  order(packet(1));
  order(packet(3));
  forget();
  start({ room: 'a', seq: 6 });
  order(packet(7));
  order(packet(40, { room: 'b' }));
  await vi.advanceTimersByTimeAsync(1000);
  expect([told, asked]).toEqual([[1, 7, 40], []]);
});

it('sends nothing of a repair that a gap overtakes', async () => {
  const { promise, resolve } = Promise.withResolvers<Packet[]>();
  const told: unknown[] = [];
  const order = createRoomOrder(
    ({ payload }) => told.push(payload),
    () => promise,
    () => undefined,
  );
  order.take(packet(1));
  order.take(packet(3));
  await vi.advanceTimersByTimeAsync(200);
  order.forget();
  resolve([packet(2)]);
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toEqual([1]);
});
