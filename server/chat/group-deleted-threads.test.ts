import { expect, it } from 'vitest';
import { groupDeletedThreads } from './group-deleted-threads.ts';

const row = (id: string, parentId: string | null = null) => ({ id, parentId });

it('groups messages by the topmost deleted message, in any order', () => {
  const rows = [row('c', 'b'), row('x', 'kept'), row('b', 'a'), row('d', 'b'), row('a', 'kept'), row('y', 'x')];
  expect(groupDeletedThreads(rows)).toEqual([
    { id: 'a', parentId: 'kept', below: ['c', 'b', 'd'] },
    { id: 'x', parentId: 'kept', below: ['y'] },
  ]);
});

it('takes milliseconds for tens of thousands of levels', () => {
  const rows = Array.from({ length: 30_000 }, (_each, n) => row(`m${n}`, n > 0 ? `m${n - 1}` : null));
  const from = performance.now();
  const [thread] = groupDeletedThreads(rows);
  // Climbing to the top from each message would take 450 million steps.
  expect(performance.now() - from).toBeLessThan(2000);
  expect(thread?.below).toHaveLength(29_999);
});
