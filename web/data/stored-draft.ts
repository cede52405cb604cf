import { useEffect, useEffectEvent, useRef } from 'react';
import { logFailure } from '#web/data/log.ts';

/**
 * The draft that this browser stores under a key, if any. `empty` fills in fields that the release which stored it did not have. Keys
 * contain the person's id, so that the next person in this browser does not see the draft.
 */
export function readStoredDraft<Draft extends object>(key: string, empty: Draft): Draft | undefined {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? undefined : { ...empty, ...(JSON.parse(stored) as Partial<Draft>) };
  } catch (error) {
    logFailure(`reading ${key} from local storage failed`, error);
    return undefined;
  }
}

/** Stores a draft, or removes the stored one if there is none any more. */
export function storeDraft(key: string, draft: object | undefined): void {
  try {
    if (draft === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(draft));
  } catch (error) {
    logFailure(`storing ${key} failed`, error);
  }
}

const saveAfterMs = 400;

/**
 * Stores a draft once it has not changed for a moment. Returns a function that ends this: a form stays on screen until what follows it has
 * loaded, and a timer must not store the finished draft again.
 */
export function useDraftSaving<Draft>(draft: Draft, save: (draft: Draft) => void): () => void {
  const isFinished = useRef(false);
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!isFinished.current) saveNow(draft);
    }, saveAfterMs);
    return () => clearTimeout(timer);
  }, [draft]);
  return () => {
    isFinished.current = true;
  };
}
