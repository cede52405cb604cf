export interface NavigateOptions {
  replace?: boolean;
  /** Keep the scroll position; for filters and tabs that live in the URL. */
  keepScroll?: boolean;
}

interface Navigator {
  navigate(to: string, options?: NavigateOptions): Promise<void>;
  preload(path: string): void;
}

// Client only: set by the browser entry; on the server it stays undefined.
let navigator: Navigator | undefined;

/**
 * Called once by the browser's entry. Links reach the router through this module, because a hook in every link takes a quarter of a
 * page's render time.
 */
export function setNavigator(made: Navigator): void {
  navigator = made;
}

/** Navigates to another page of this site. Browser only. */
export function navigate(to: string, options: NavigateOptions = {}): void {
  if (!navigator) throw new Error('navigate was called before the router started');
  void navigator.navigate(to, options);
}

/** The position of this page in the history of the visit; 0 is the first page. Browser only. */
export const historyIndex = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** Goes back in history, or to the fallback if this page was the first of the visit. */
export function goBack(fallback: string): void {
  if (historyIndex() > 0) window.history.back();
  else navigate(fallback);
}

/** Loads the code of a page that the person is likely to open next. */
export function preload(path: string): void {
  navigator?.preload(path);
}
