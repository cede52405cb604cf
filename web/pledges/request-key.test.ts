import { afterEach, beforeEach, expect, it, vi } from 'vitest';

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

it('keeps one key per amount and pool across reloads', async () => {
  const key = (await loadPage()).requestKeyFor('pool', 1000);
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect((await loadPage()).requestKeyFor('pool', 1000)).toBe(key);
});

it('creates a new key for another amount, another pool or after the pledge ended', async () => {
  const { requestKeyFor, forgetRequestKey } = await loadPage();
  const key = requestKeyFor('pool', 1000);
  expect(requestKeyFor('another pool', 1000)).not.toBe(key);
  expect(requestKeyFor('pool', 2000)).not.toBe(key);
  const again = requestKeyFor('pool', 1000);
  expect(again).not.toBe(key);
  forgetRequestKey('pool');
  expect((await loadPage()).requestKeyFor('pool', 1000)).not.toBe(again);
});
