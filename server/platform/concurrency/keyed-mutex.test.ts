import { expect, it } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

it('runs calls of one key in order, also after a failure, and does not hold up other keys', async () => {
  const mutex = createKeyedMutex<string>();
  const started: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<string>>();
  const call = (key: string, name: string) => {
    const gate = Promise.withResolvers<string>();
    gates.set(name, gate);
    return mutex(key, () => {
      started.push(name);
      return gate.promise;
    });
  };
  const [first, second, third] = [call('a', 'first'), call('a', 'second'), call('a', 'third')];
  const other = call('b', 'other');
  gates.get('other')?.resolve('done');
  expect(await other).toBe('done');
  expect(started).toEqual(['first', 'other']);
  gates.get('third')?.resolve('done');
  gates.get('first')?.reject(new Error('refused'));
  await expect(first).rejects.toThrow('refused');
  await expect.poll(() => started).toEqual(['first', 'other', 'second']);
  gates.get('second')?.resolve('done');
  expect([await second, await third]).toEqual(['done', 'done']);
});
