import { type ReactNode, Suspense } from 'react';

/**
 * A part of a page that comes alive after the rest, a little at a time, so that a slow phone answers in between. Whoever clicks into
 * it sooner is heard: React then sees to it first.
 */
export function Apart({ children }: { children: ReactNode }) {
  return <Suspense>{children}</Suspense>;
}
