import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and until hydration; controls that need scripts are disabled meanwhile. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
