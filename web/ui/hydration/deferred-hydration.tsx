import { type ReactNode, Suspense } from 'react';

/**
 * Hydrates a part of the page after the rest, in small steps, so that a slow phone stays responsive. React hydrates the part first
 * when the person clicks it.
 */
export function DeferredHydration({ children }: { children: ReactNode }) {
  return <Suspense>{children}</Suspense>;
}
