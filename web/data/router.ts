import { localized, unlocalized } from '#contract/language/localized-path.ts';
import type { Location, View } from './location.tsx';
import { scrollPositions } from './scroll-positions.ts';

/** Opens the page at a location: resolves with its view, or with a redirect. */
export type Open = (location: Location) => Promise<View | { redirect: string }>;

export interface NavigateOptions {
  replace?: boolean;
  /** Keep the scroll position; for filters and tabs that live in the URL. */
  keepScroll?: boolean;
}

interface Entry {
  key: string;
  /** Index in this visit's history; 0 is the first page. */
  idx: number;
  /** The English path. The address may be in the language that the tab had then. */
  path: string;
}

/** Runs before the person leaves a page. Returns true to block the navigation; `leave` then continues it. */
export type Guard = (to: URL, leave: () => void) => boolean;

export interface Router {
  view(): View;
  isLoading(): boolean;
  subscribe(listener: () => void): () => void;
  navigate(to: string, options?: NavigateOptions): Promise<void>;
  /** Opens the current location again. */
  reload(): Promise<void>;
  guard(ask: Guard): () => void;
  /** The scroll target of the current page: pixels from the top, or a hash. Undefined keeps the position. */
  scrollTarget(): number | string | undefined;
}

const newKey = () => Math.random().toString(36).slice(2, 10);
/** A release before this one, whose entries a reload keeps, stored no path. */
function entryNow(): Entry | null {
  const state = window.history.state as (Omit<Entry, 'path'> & { path?: string }) | null;
  return state && { ...state, path: state.path ?? unlocalized(window.location.pathname) };
}
const locationOf = ({ key, path }: Entry): Location => ({
  pathname: path,
  search: window.location.search,
  hash: window.location.hash,
  key,
});

/**
 * A router over the browser's history for pages that load asynchronously. The old page stays until the new one is ready. When the
 * person clicks again in the meantime, the last click wins.
 */
class BrowserRouter implements Router {
  readonly #open: Open;
  readonly #listeners = new Set<() => void>();
  readonly #scroll = scrollPositions();
  #shown: View;
  #at: Entry;
  #loading = false;
  #turn = 0;
  #target: number | string | undefined;
  #ask: Guard | undefined;

  constructor(first: View, open: Open) {
    this.#open = open;
    this.#shown = first;
    this.#at = { key: newKey(), idx: 0, ...entryNow(), path: first.location.pathname };
    this.#target = this.#scroll.of(this.#at.key);
    window.history.replaceState(this.#at, '');
    window.history.scrollRestoration = 'manual';
    window.addEventListener('popstate', () => void this.#onPop());
    window.addEventListener('pagehide', () => this.#scroll.save(this.#at.key));
  }

  view = () => this.#shown;
  isLoading = () => this.#loading;
  scrollTarget = () => this.#target;

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  navigate = async (to: string, options: NavigateOptions = {}) => {
    const url = new URL(to, window.location.href);
    const leave = () => {
      this.#ask = undefined;
      void this.#go(url, options);
    };
    if (!this.#ask?.(url, leave)) await this.#go(url, options);
  };

  reload = async () => {
    const next = await this.#load(this.#shown.location);
    if (!next) return;
    if ('redirect' in next) return this.#go(new URL(next.redirect, window.location.href), { replace: true });
    this.#show(next, this.#at, undefined);
  };

  guard = (ask: Guard) => {
    this.#ask = ask;
    return () => {
      if (this.#ask === ask) this.#ask = undefined;
    };
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Undefined if a later navigation has replaced this one. */
  async #load(location: Location): Promise<View | { redirect: string } | undefined> {
    this.#turn += 1;
    const mine = this.#turn;
    if (!this.#loading) {
      this.#loading = true;
      this.#tell();
    }
    const next = await this.#open(location);
    if (mine !== this.#turn) return undefined;
    this.#loading = false;
    return next;
  }

  /** Drops the navigation in progress: the person is back on the page that is shown. */
  #stopLoading(): void {
    this.#turn += 1;
    if (!this.#loading) return;
    this.#loading = false;
    this.#tell();
  }

  #show(view: View, entry: Entry, scrollTo: number | string | undefined): void {
    this.#at = entry;
    this.#shown = view;
    this.#target = scrollTo;
    this.#tell();
  }

  async #go(url: URL, options: NavigateOptions): Promise<void> {
    const { search, hash } = url;
    const pathname = unlocalized(url.pathname);
    const entry: Entry = { key: newKey(), idx: options.replace ? this.#at.idx : this.#at.idx + 1, path: pathname };
    const next = await this.#load({ pathname, search, hash, key: entry.key });
    if (!next) return;
    if ('redirect' in next) return this.#go(new URL(next.redirect, url), options);
    this.#scroll.save(this.#at.key);
    const address = localized(pathname) + search + hash;
    if (options.replace) window.history.replaceState(entry, '', address);
    else window.history.pushState(entry, '', address);
    this.#show(next, entry, options.keepScroll ? undefined : hash || 0);
  }

  async #onPop(): Promise<void> {
    const entry = entryNow();
    // Back and Forward during a load, or the return of history.go(-steps) after a blocked navigation.
    if (entry?.key === this.#at.key) return this.#stopLoading();
    const { pathname, search } = this.#shown.location;
    if (!entry && unlocalized(window.location.pathname) === pathname && window.location.search === search) {
      // A plain link to an anchor of this page: the browser has already scrolled there.
      const here: Entry = { key: newKey(), idx: this.#at.idx + 1, path: pathname };
      window.history.replaceState(here, '');
      return this.#show({ ...this.#shown, location: locationOf(here) }, here, undefined);
    }
    const to: Entry = entry ?? {
      key: newKey(),
      idx: this.#at.idx + 1,
      path: unlocalized(window.location.pathname),
    };
    const steps = to.idx - this.#at.idx;
    const leave = () => {
      this.#ask = undefined;
      window.history.go(steps);
    };
    const location = locationOf(to);
    const after = location.search + location.hash;
    if (steps !== 0 && this.#ask?.(new URL(to.path + after, window.location.origin), leave)) {
      return window.history.go(-steps);
    }
    // The language of the tab may have changed since.
    window.history.replaceState(to, '', localized(to.path) + after);
    this.#scroll.save(this.#at.key);
    const next = await this.#load(location);
    if (!next) return;
    if ('redirect' in next) return this.#go(new URL(next.redirect, window.location.href), { replace: true });
    this.#show(next, to, this.#scroll.of(to.key) ?? 0);
  }
}

/** Takes over the browser's history; `first` is the view that the server rendered. */
export function startRouter(first: View, open: Open): Router {
  return new BrowserRouter(first, open);
}
