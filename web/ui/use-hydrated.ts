import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False while the page is only text from the server: what needs a script is not offered yet. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
