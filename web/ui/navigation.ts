export interface NavigateOptions {
  replace?: boolean;
  /** Stay where the page is scrolled to; for filters and tabs kept in the address. */
  keepScroll?: boolean;
}

interface Navigator {
  navigate(to: string, options?: NavigateOptions): Promise<void>;
  preload(path: string): void;
}

// Client only: set by the browser entry; on the server it stays undefined.
let navigator: Navigator | undefined;

/** Called once by the browser's entry. Links reach the router through here: a hook in each of them costs a quarter of a page's render. */
export function setNavigator(made: Navigator): void {
  navigator = made;
}

/** Goes to another page of ours. Only in the browser. */
export function navigate(to: string, options: NavigateOptions = {}): void {
  if (!navigator) throw new Error('navigation before the router is there');
  void navigator.navigate(to, options);
}

/** Goes back in history, or to the fallback where this page was the first. */
export function goBack(fallback: string): void {
  const index = (window.history.state as { idx?: number } | null)?.idx ?? 0;
  if (index > 0) window.history.back();
  else navigate(fallback);
}

/** Fetches the code of a page that is likely next. */
export function preload(path: string): void {
  navigator?.preload(path);
}
