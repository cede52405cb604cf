import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCodeLoader } from './code-loader.ts';

const browser = { onLine: false, events: new EventTarget() };

beforeEach(() => {
  browser.onLine = false;
  vi.stubGlobal('window', browser.events);
  vi.stubGlobal('navigator', browser);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const Part = () => null;

it('reports each failed load, and resolves with the load that succeeds', async () => {
  const fetch = vi.fn<() => Promise<typeof Part>>().mockRejectedValue(new TypeError('Failed to fetch'));
  const loader = createCodeLoader(fetch);
  const failed = vi.fn();
  loader.onFailure(failed);
  const loaded = loader.whenLoaded();
  await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(1));
  loader.load();
  loader.load();
  await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(2));
  expect(fetch).toHaveBeenCalledTimes(2);
  // The part that listens decides when to try again, also after it has left the page.
  for (const event of ['online', 'pointerdown']) browser.events.dispatchEvent(new Event(event));
  expect(fetch).toHaveBeenCalledTimes(2);
  fetch.mockResolvedValue(Part);
  loader.load();
  expect(await loaded).toEqual({ default: Part });
});

it.each(['online', 'pointerdown'])('tries again at the next "%s" if the part waits for hydration', async (event) => {
  const fetch = vi.fn<() => Promise<typeof Part>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fetch.mockResolvedValue(Part);
  const loaded = createCodeLoader(fetch).whenLoaded();
  await vi.waitFor(() => {
    browser.events.dispatchEvent(new Event(event));
    expect(fetch).toHaveBeenCalledTimes(2);
  });
  expect(await loaded).toEqual({ default: Part });
});
