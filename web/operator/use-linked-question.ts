import { useEffect } from 'react';
import { useLocation } from '#web/data/location.tsx';
import { decodePart } from '#web/data/match-path.ts';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';

/** Opens the folded question that the URL's fragment names, and scrolls to it. */
export function useLinkedQuestion(): void {
  const { hash, key } = useLocation();
  const ready = useHydrated();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second visit to the same link opens the question again
  useEffect(() => {
    if (!ready || hash.length < 2) return;
    const question = document.getElementById(decodePart(hash.slice(1)));
    if (!(question instanceof HTMLDetailsElement)) return;
    question.open = true;
    question.scrollIntoView();
  }, [ready, hash, key]);
}
