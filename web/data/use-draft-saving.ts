import { useEffect, useEffectEvent, useRef } from 'react';

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
