import { useSyncExternalStore } from 'react';

/** From this width the drawer appears beside the list (drawer.css). */
const wide = '(min-width: 1100px)';

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the drawer appears beside the list. True on the server and in the first render; until then the style sheet handles narrow screens. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => true,
  );
}
