import { expect, it } from 'vitest';
import { workThenClose } from './work-then-close.ts';

const fails = (message: string) => () => Promise.reject(new Error(message));

it('returns the result, and closes after it', async () => {
  const steps: string[] = [];
  const step = (name: string) => async () => void steps.push(name);
  await workThenClose(step('work'), step('close'));
  expect(steps).toEqual(['work', 'close']);
  expect(await workThenClose(async () => 3, step('close'))).toBe(3);
});

it('closes after a failure, whose error it throws, also if closing fails', async () => {
  let closed = 0;
  const close = async () => {
    closed += 1;
    throw new Error('close');
  };
  await expect(workThenClose(fails('work'), close)).rejects.toThrow('work');
  expect(closed).toBe(1);
});

it('throws the error of a close after work that succeeded', async () => {
  await expect(workThenClose(async () => 3, fails('close'))).rejects.toThrow('close');
});
