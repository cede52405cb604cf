import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const browser = { onLine: false, events: new EventTarget() };

/** A fresh module, as each page has. */
async function loaderModule() {
  vi.resetModules();
  return import('./code-loader.ts');
}

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
  const { createCodeLoader, isPageOutdated } = await loaderModule();
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
  expect(isPageOutdated()).toBe(false);
  fetch.mockResolvedValue(Part);
  browser.events.dispatchEvent(new Event('online'));
  expect(await loaded).toEqual({ default: Part });
});

it('takes the page for outdated when the server no longer has its entry', async () => {
  const { createCodeLoader, isPageOutdated } = await loaderModule();
  browser.onLine = true;
  const ask = vi.fn().mockResolvedValue({ status: 200 });
  vi.stubGlobal('fetch', ask);
  vi.stubGlobal('document', { querySelector: () => ({ src: '/assets/entry.js' }) });
  const loader = createCodeLoader(() => Promise.reject(new TypeError('Failed to fetch')));
  loader.load();
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  expect(isPageOutdated()).toBe(false);
  ask.mockResolvedValue({ status: 404 });
  browser.events.dispatchEvent(new Event('pointerdown'));
  await vi.waitFor(() => expect(isPageOutdated()).toBe(true));
});
