import type { ComponentType } from 'react';
import { msg, t, textOf } from '#contract/language/text.ts';
import { toast } from '#web/ui/toast.tsx';

/** The words for code that could not be loaded. */
export const loadFailure = {
  title: msg`This part didn’t load`,
  message: msg`Check your connection and try again, or reload the page.`,
};

export function showLoadFailure(): void {
  const words = { title: textOf(loadFailure.title), description: textOf(loadFailure.message) };
  // Offline, a new document would be only the offline page.
  const reload = { action: { label: t`Reload`, onPress: () => window.location.reload() }, durationMs: 15_000 };
  toast({ ...words, ...(navigator.onLine ? reload : {}) });
}

/** Fetches code that the person is likely to need next. If it is still missing then, that load reports the failure. */
export function prefetch(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}

export interface CodeLoader<Props> {
  /** Starts loading unless that is under way. */
  load(): void;
  /** Starts loading, and resolves once a load has succeeded. */
  whenLoaded(): Promise<{ default: ComponentType<Props> }>;
  /** Calls the listener at each failure. Returns a function that removes it. Without listeners, the loader itself tries again. */
  onFailure(listener: () => void): () => void;
}

/**
 * Fetches the code of a component. A failed load never rejects, because React keeps a rejection permanently and replaces the whole page by
 * it. Instead, `load` can be called again.
 */
export function createCodeLoader<Props>(fetchCode: () => Promise<ComponentType<Props>>): CodeLoader<Props> {
  const listeners = new Set<() => void>();
  let resolve: (module: { default: ComponentType<Props> }) => void;
  const loaded = new Promise<{ default: ComponentType<Props> }>((done) => {
    resolve = done;
  });
  let isLoading = false;
  let hasTold = false;
  const load = () => {
    if (isLoading) return;
    isLoading = true;
    fetchCode().then((component) => resolve({ default: component }), fail);
  };
  const fail = () => {
    isLoading = false;
    for (const listener of [...listeners]) listener();
    if (listeners.size > 0) return;
    // The server's HTML shows the part, and the person presses a button that has no code yet: try again then, and tell them once.
    for (const event of ['online', 'pointerdown']) window.addEventListener(event, load, { once: true });
    if (!hasTold) showLoadFailure();
    hasTold = true;
  };
  return {
    load,
    whenLoaded() {
      load();
      return loaded;
    },
    onFailure(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
