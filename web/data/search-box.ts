import { useSyncExternalStore } from 'react';

interface SearchBox {
  /** Unfolded, where there is too little room for it to be always there: on phones. */
  open: boolean;
  /** Grows whenever somebody asks for it, by key or button, and wants to type. */
  asks: number;
}

const folded: SearchBox = { open: false, asks: 0 };
// Client only: the server always renders it folded.
let box = folded;
const listeners = new Set<() => void>();

function change(next: SearchBox): void {
  box = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Unfolds the page's search box and puts the cursor into it. */
export function askForSearch(): void {
  change({ open: true, asks: box.asks + 1 });
}

/** Unfolds it, or folds it up, without the cursor. */
export function setSearchOpen(open: boolean): void {
  if (box.open !== open) change({ ...box, open });
}

/** The search box of the page on screen: the frame has its button, the page the box itself. */
export function useSearchBox(): SearchBox {
  return useSyncExternalStore(
    subscribe,
    () => box,
    () => folded,
  );
}
