import type { Location, View } from './location.tsx';
import { scrollPositions } from './scroll-positions.ts';

/** Shows what is at an address: the next view, or where to go instead. */
export type Open = (location: Location) => Promise<View | { redirect: string }>;

export interface NavigateOptions {
  replace?: boolean;
  /** Stay where the page is scrolled to; for filters and tabs kept in the address. */
  keepScroll?: boolean;
}

interface Entry {
  key: string;
  /** Place in this visit's history; 0 is where it began. */
  idx: number;
}

/** Asked before a page is left; answers whether to hold on. `leave` goes on after all. */
export type Guard = (to: URL, leave: () => void) => boolean;

export interface Router {
  view(): View;
  isLoading(): boolean;
  subscribe(listener: () => void): () => void;
  navigate(to: string, options?: NavigateOptions): Promise<void>;
  /** Opens the present address again. */
  reload(): Promise<void>;
  guard(ask: Guard): () => void;
  /** Where the page now shown wants to be scrolled to; undefined: where it is. */
  scrollTarget(): number | string | undefined;
}

const newKey = () => Math.random().toString(36).slice(2, 10);
const entryNow = () => window.history.state as Entry | null;
const locationNow = (key: string): Location => ({
  pathname: window.location.pathname,
  search: window.location.search,
  hash: window.location.hash,
  key,
});

/**
 * The browser's history with pages that take time to open: the old one stays until the next is there, and whoever clicks again
 * meanwhile gets the last click.
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
    this.#at = entryNow() ?? { key: newKey(), idx: 0 };
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

  /** Undefined when a later click has taken over. */
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

  #show(view: View, entry: Entry, scrollTo: number | string | undefined): void {
    this.#at = entry;
    this.#shown = view;
    this.#target = scrollTo;
    this.#tell();
  }

  async #go(url: URL, options: NavigateOptions): Promise<void> {
    const { pathname, search, hash } = url;
    const entry: Entry = { key: newKey(), idx: options.replace ? this.#at.idx : this.#at.idx + 1 };
    const next = await this.#load({ pathname, search, hash, key: entry.key });
    if (!next) return;
    if ('redirect' in next) return this.#go(new URL(next.redirect, url), options);
    this.#scroll.save(this.#at.key);
    const address = pathname + search + hash;
    if (options.replace) window.history.replaceState(entry, '', address);
    else window.history.pushState(entry, '', address);
    this.#show(next, entry, options.keepScroll ? undefined : hash || 0);
  }

  async #onPop(): Promise<void> {
    const entry = entryNow();
    // Back from a step that was held up.
    if (entry?.key === this.#at.key) return;
    const { pathname, search } = this.#shown.location;
    if (!entry && window.location.pathname === pathname && window.location.search === search) {
      // A plain link to a place in this page; the browser has gone there.
      const here: Entry = { key: newKey(), idx: this.#at.idx + 1 };
      window.history.replaceState(here, '');
      return this.#show({ ...this.#shown, location: locationNow(here.key) }, here, undefined);
    }
    const to: Entry = entry ?? { key: newKey(), idx: this.#at.idx + 1 };
    const steps = to.idx - this.#at.idx;
    const leave = () => {
      this.#ask = undefined;
      window.history.go(steps);
    };
    if (steps !== 0 && this.#ask?.(new URL(window.location.href), leave)) return window.history.go(-steps);
    this.#scroll.save(this.#at.key);
    const next = await this.#load(locationNow(to.key));
    if (!next) return;
    if ('redirect' in next) return this.#go(new URL(next.redirect, window.location.href), { replace: true });
    this.#show(next, to, this.#scroll.of(to.key) ?? 0);
  }
}

/** Takes over the browser's history; `first` is what the server has drawn. */
export function startRouter(first: View, open: Open): Router {
  return new BrowserRouter(first, open);
}
