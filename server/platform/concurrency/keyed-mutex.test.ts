import { expect, it } from 'vitest';
import { createTurns } from './keyed-mutex.ts';

it('runs what shares a key in its order, whatever each takes and whichever fails; other keys do not wait', async () => {
  const inTurn = createTurns<string>();
  const begun: string[] = [];
  const doors = new Map<string, PromiseWithResolvers<string>>();
  const ask = (key: string, name: string) => {
    const door = Promise.withResolvers<string>();
    doors.set(name, door);
    return inTurn(key, () => {
      begun.push(name);
      return door.promise;
    });
  };
  const [first, second, third] = [ask('a', 'first'), ask('a', 'second'), ask('a', 'third')];
  const other = ask('b', 'other');
  doors.get('other')?.resolve('done');
  expect(await other).toBe('done');
  expect(begun).toEqual(['first', 'other']);
  doors.get('third')?.resolve('done');
  doors.get('first')?.reject(new Error('refused'));
  await expect(first).rejects.toThrow('refused');
  await expect.poll(() => begun).toEqual(['first', 'other', 'second']);
  doors.get('second')?.resolve('done');
  expect([await second, await third]).toEqual(['done', 'done']);
});
