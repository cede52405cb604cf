import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and until hydration; until then, controls that need scripts are disabled. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
