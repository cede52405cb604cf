import { useSyncExternalStore } from 'react';

/** From this width the drawer stands beside the list (drawer.css). */
const wide = '(min-width: 1100px)';

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the drawer stands beside the list. The server and the first render say yes; the style sheet covers narrow screens until then. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => true,
  );
}
