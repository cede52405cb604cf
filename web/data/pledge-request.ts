const listeners = new Set<() => void>();

/** The path of the page whose pledge box was asked before it had loaded. */
let pendingPath: string | undefined;

/** Asks the pledge box on this page to open its form, as soon as it has loaded. Browser only. */
export function requestPledge(): void {
  if (listeners.size === 0) pendingPath = location.pathname;
  for (const listener of listeners) listener();
}

/** Calls the listener for each request, also for one that waits. Returns a function that ends this. */
export function onPledgeRequest(listener: () => void): () => void {
  listeners.add(listener);
  if (pendingPath === location.pathname) listener();
  // Later, because the forms for wide screens and phones mount together, and only one of them acts.
  queueMicrotask(() => {
    pendingPath = undefined;
  });
  return () => listeners.delete(listener);
}
