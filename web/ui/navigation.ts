import type { createBrowserRouter } from 'react-router';

type Router = ReturnType<typeof createBrowserRouter>;

let router: Router | undefined;
let preloadPath: (path: string) => void = () => undefined;

/** Called once by the browser's entry. Links reach the router through here: a hook in each of them costs a quarter of a page's render. */
export function setRouter(made: Router, preloader: (path: string) => void): void {
  router = made;
  preloadPath = preloader;
}

export interface NavigateOptions {
  replace?: boolean;
  /** Stay where the page is scrolled to; for filters and tabs kept in the address. */
  keepScroll?: boolean;
}

/** Goes to another page of ours. Only in the browser. */
export function navigate(to: string, { replace, keepScroll }: NavigateOptions = {}): void {
  if (!router) throw new Error('navigation before the router is there');
  void router.navigate(to, { replace: replace ?? false, preventScrollReset: keepScroll ?? false });
}

/** Goes back in history, or to the fallback where this page was the first. */
export function goBack(fallback: string): void {
  const index = (window.history.state as { idx?: number } | null)?.idx ?? 0;
  if (index > 0) window.history.back();
  else navigate(fallback);
}

/** Fetches the code of a page that is likely next. */
export function preload(path: string): void {
  preloadPath(path);
}
