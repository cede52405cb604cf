import { useSyncExternalStore } from 'react';

interface SearchBox {
  /** Whether the box is open on phones. Wider screens always show it. */
  open: boolean;
  /** Counts the requests to focus the box, by key or button. */
  focusRequests: number;
}

const closed: SearchBox = { open: false, focusRequests: 0 };
// Client only: the server always renders it closed.
let box = closed;
const listeners = new Set<() => void>();

function change(next: SearchBox): void {
  box = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the page's search box and focuses it. */
export function focusSearchBox(): void {
  change({ open: true, focusRequests: box.focusRequests + 1 });
}

/** Opens or closes the page's search box without focusing it. */
export function setSearchBoxOpen(open: boolean): void {
  if (box.open !== open) change({ ...box, open });
}

/** The state of the page's search box. It connects the button in the top bar with the box in the page. */
export function useSearchBox(): SearchBox {
  return useSyncExternalStore(
    subscribe,
    () => box,
    () => closed,
  );
}
