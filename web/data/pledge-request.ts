const listeners = new Set<() => void>();

/** Asks the pledge box on this page to open its form. Browser only. */
export function requestPledge(): void {
  for (const listener of listeners) listener();
}

/** Calls the listener for each request. Returns a function that ends this. */
export function onPledgeRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
