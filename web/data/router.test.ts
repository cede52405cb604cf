import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { speak, speakEnglish } from '#testing/language.ts';
import type { Location, View } from './location.tsx';
import { type Router, startRouter } from './router.ts';

/** A browser's history, whose Back and Forward arrive at once. */
function fakeWindow() {
  const events = new EventTarget();
  const entries: { url: URL; state: unknown }[] = [{ url: new URL('http://site.test/first'), state: null }];
  let at = 0;
  const write = (state: unknown, to: string | undefined) => ({ state, url: new URL(to ?? '', entries[at]?.url) });
  const history = {
    get state() {
      return entries[at]?.state;
    },
    replaceState: (state: unknown, _title: string, to?: string) => {
      entries[at] = write(state, to ?? entries[at]?.url.href);
    },
    pushState: (state: unknown, _title: string, to: string) => {
      entries.splice(at + 1, entries.length, write(state, to));
      at += 1;
    },
    go: (steps: number) => {
      at += steps;
      events.dispatchEvent(new Event('popstate'));
    },
  };
  return {
    addEventListener: events.addEventListener.bind(events),
    history,
    scrollY: 0,
    get location() {
      return entries[at]?.url;
    },
  };
}

let browser: ReturnType<typeof fakeWindow>;
let router: Router;
/** Lets the load of a path end. */
const answers = new Map<string, () => void>();

const viewOf = (location: Location): View => ({ location, params: {}, Frame: undefined });
const shownPath = () => router.view().location.pathname;

beforeEach(() => {
  browser = fakeWindow();
  answers.clear();
  vi.stubGlobal('window', browser);
  const first: Location = { pathname: '/first', search: '', hash: '', key: 'first' };
  router = startRouter(viewOf(first), (location) => {
    const { promise, resolve } = Promise.withResolvers<View>();
    answers.set(location.pathname, () => resolve(viewOf(location)));
    return promise;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  speakEnglish();
});

async function open(path: string): Promise<void> {
  const opened = router.navigate(path);
  answers.get(path)?.();
  await opened;
}

it('stays on the page whose address is shown after Back and Forward during a slow load', async () => {
  await open('/second');
  browser.history.go(-1);
  expect(router.isLoading()).toBe(true);
  const told = vi.fn();
  router.subscribe(told);
  browser.history.go(1);
  expect([router.isLoading(), told.mock.calls.length]).toEqual([false, 1]);
  answers.get('/first')?.();
  await Promise.resolve();
  await vi.waitFor(() => expect([browser.location?.pathname, shownPath()]).toEqual(['/second', '/second']));
  await open('/third');
  expect([browser.location?.pathname, shownPath()]).toEqual(['/third', '/third']);
});

it('corrects the address of a page from before a change of language', async () => {
  await open('/second');
  speak(() => undefined, '/de');
  const addressAfter = async (steps: number, path: string) => {
    browser.history.go(steps);
    answers.get(path)?.();
    await vi.waitFor(() => expect(shownPath()).toBe(path));
    return browser.location?.pathname;
  };
  expect(await addressAfter(-1, '/first')).toBe('/de/first');
  speakEnglish();
  expect(await addressAfter(1, '/second')).toBe('/second');
  expect(await addressAfter(-1, '/first')).toBe('/first');
});

it('opens an entry that has no path, as earlier releases stored it', async () => {
  browser.history.replaceState({ key: 'old', idx: 0 }, '', 'http://site.test/first?a=1');
  await open('/second');
  browser.history.go(-1);
  answers.get('/first')?.();
  await vi.waitFor(() => expect(shownPath()).toBe('/first'));
  expect(browser.location?.href).toBe('http://site.test/first?a=1');
});
