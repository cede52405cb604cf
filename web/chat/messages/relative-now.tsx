import { useSyncExternalStore } from 'react';
import { fullDate, relativeTime } from '#contract/values/time.ts';

// Client only: only event handlers and effects write it.
const listeners = new Set<() => void>();
let minute = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    minute += 1;
    for (const each of listeners) each();
  }, 60_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** "3m ago", or "0m ago" under a minute. Updated every minute, because people leave a chat open. */
export function RelativeNow({ at, className }: { at: string; className?: string }) {
  useSyncExternalStore(
    subscribe,
    () => minute,
    () => 0,
  );
  return (
    <time className={className} dateTime={at} title={fullDate(at)} suppressHydrationWarning>
      {relativeTime(at)}
    </time>
  );
}
