import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';

/** Loads the module as a fresh page does, with empty memory. */
const loadPage = () => {
  vi.resetModules();
  return import('./request-key.ts');
};

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const slot = { poolId: 'pool', userId: 'fan' };
const terms = { amountCents: 1000, anonymous: false };

it('keeps one key per person, pool and terms across reloads', async () => {
  const key = (await loadPage()).requestKeyFor(slot, terms);
  expect(z.uuid().safeParse(key).success).toBe(true);
  expect((await loadPage()).requestKeyFor(slot, terms)).toBe(key);
});

it('creates a new key for other terms, another pool, another person or after the pledge ended', async () => {
  const { requestKeyFor, forgetRequestKey } = await loadPage();
  const key = requestKeyFor(slot, terms);
  expect(requestKeyFor({ ...slot, poolId: 'another pool' }, terms)).not.toBe(key);
  expect(requestKeyFor({ ...slot, userId: 'another fan' }, terms)).not.toBe(key);
  const anonymous = requestKeyFor(slot, { ...terms, anonymous: true });
  expect(anonymous).not.toBe(key);
  expect(requestKeyFor(slot, { amountCents: 2000, anonymous: true })).not.toBe(anonymous);
  const again = requestKeyFor(slot, terms);
  expect(again).not.toBe(key);
  forgetRequestKey(slot);
  expect((await loadPage()).requestKeyFor(slot, terms)).not.toBe(again);
});
