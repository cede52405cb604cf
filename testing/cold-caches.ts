import { afterAll, beforeEach } from 'vitest';
import { expireCaches, moveDate } from './moved-clocks.ts';

// Setup of the journeys on cold caches: each request finds every cache expired, and an hour passes before each test.

const realFetch = globalThis.fetch;
globalThis.fetch = (...request) => {
  expireCaches();
  return realFetch(...request);
};

beforeEach(() => moveDate(3_600_000));

// The next file of this process begins with the real one.
afterAll(() => {
  globalThis.fetch = realFetch;
});
