import { useHydrated } from './use-hydrated.ts';

/**
 * Whether a moment has passed, for parts and texts that are there only before or after it. False until hydration: the server rendered at
 * another moment and by another clock, and React gives up a page of which the browser renders other parts.
 */
export function useHasPassed(moment: string | null | undefined): boolean {
  const isHydrated = useHydrated();
  return isHydrated && !!moment && Date.parse(moment) <= Date.now();
}
