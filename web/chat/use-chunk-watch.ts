import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { WatchChunk } from './message-chunk.tsx';

/** One watcher for all chunks of a list: tells each whether it is near what can be seen. */
export function useChunkWatch(list: RefObject<HTMLElement | null>): WatchChunk {
  const watcher = useRef<IntersectionObserver>(undefined);
  const told = useRef(new Map<Element, (near: boolean) => void>());
  useEffect(
    () => () => {
      watcher.current?.disconnect();
      watcher.current = undefined;
    },
    [],
  );
  return useCallback(
    (element, onChange) => {
      watcher.current ??= new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting, rootBounds } of entries) {
            // A list that is not shown has no place for anything.
            if (rootBounds?.height !== 0) told.current.get(target)?.(isIntersecting);
          }
        },
        { root: list.current, rootMargin: '1500px 0px' },
      );
      told.current.set(element, onChange);
      watcher.current.observe(element);
      return () => {
        told.current.delete(element);
        watcher.current?.unobserve(element);
      };
    },
    [list],
  );
}
