import { expect, test } from 'vitest';
import { type ContextState, contextState } from './context-state.ts';

const newContext = () => ({ state: new Map() as ContextState });

test('returns the same state for one context and another state for another context', () => {
  const countsOf = contextState(() => ({ count: 0 }));
  const [one, other] = [newContext(), newContext()];
  countsOf(one).count = 3;
  expect(countsOf({ ...one })).toEqual({ count: 3 });
  expect(countsOf(other)).toEqual({ count: 0 });
});

test('keeps two declarations of one context apart', () => {
  const context = newContext();
  const first = contextState(() => new Set([1]));
  const second = contextState(() => new Set([2]));
  expect([...first(context), ...second(context)]).toEqual([1, 2]);
});
