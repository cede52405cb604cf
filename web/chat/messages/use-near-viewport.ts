import { type RefObject, useEffect, useState } from 'react';

export interface ViewportWatcher {
  /** Call it in an effect of the box; returns a stop function. */
  watch: (box: Element, onChange: (near: boolean) => void) => () => void;
  /** The last height of each box that is not rendered now. */
  readonly heights: Map<string, number>;
}

class Watcher implements ViewportWatcher {
  readonly heights = new Map<string, number>();
  readonly #callbacks = new Map<Element, (near: boolean) => void>();
  readonly #list: RefObject<HTMLElement | null>;
  readonly #within: number;
  #observer: IntersectionObserver | undefined;

  constructor(list: RefObject<HTMLElement | null>, within: number) {
    this.#list = list;
    this.#within = within;
  }

  watch = (box: Element, onChange: (near: boolean) => void) => {
    this.#observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, rootBounds } of entries) {
          // A hidden list has no height, so nothing in it counts as near or far.
          if (rootBounds?.height !== 0) this.#callbacks.get(target)?.(isIntersecting);
        }
      },
      { root: this.#list.current, rootMargin: `${this.#within}px 0px` },
    );
    this.#callbacks.set(box, onChange);
    this.#observer.observe(box);
    return () => {
      this.#callbacks.delete(box);
      this.#observer?.unobserve(box);
    };
  };

  stop(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
  }
}

/** One IntersectionObserver for all boxes of a list. Reports for each box whether it is within `within` pixels of the viewport. */
export function useNearViewport(list: RefObject<HTMLElement | null>, within: number): ViewportWatcher {
  const [watcher] = useState(() => new Watcher(list, within));
  useEffect(() => () => watcher.stop(), [watcher]);
  return watcher;
}
