import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
