import { useLocation } from '#web/data/location.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { targetOf } from './auth-navigation.ts';

/**
 * The path to open after sign-in, from the `redirect` query. The server never sees the fragment of the address that it guards, but browsers
 * keep it when they follow the redirect.
 */
export function useSignInTarget(): string {
  const { search, hash } = useLocation();
  const isHydrated = useHydrated();
  const target = targetOf(new URLSearchParams(search));
  return isHydrated && target !== '/' && !target.includes('#') ? target + hash : target;
}
