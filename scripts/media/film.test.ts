import { expect, it } from 'vitest';
import { ease, filmSeconds, sceneAt, scenes } from './film.ts';

it('covers every second with one scene', () => {
  for (const [index, { from }] of scenes.entries()) expect(from).toBe(scenes[index - 1]?.to ?? 0);
  expect([0, 5.9, 6, 31.9, filmSeconds, 99].map(sceneAt)).toEqual([0, 0, 1, 4, 4, 4]);
});

it('eases from 0 to 1 and stays there', () => {
  expect([ease(0, 1, 2), ease(1, 1, 2), ease(2, 1, 2), ease(9, 1, 2)]).toEqual([0, 0, 1, 1]);
  expect(ease(1.5, 1, 2)).toBeCloseTo(0.875);
});
