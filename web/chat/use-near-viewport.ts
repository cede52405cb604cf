import { type RefObject, useEffect, useState } from 'react';

export interface Nearness {
  /** From an effect of the box; returns how to stop. */
  watch: (box: Element, onChange: (near: boolean) => void) => () => void;
  /** How high what is not drawn was. */
  readonly heights: Map<string, number>;
}

class Watcher implements Nearness {
  readonly heights = new Map<string, number>();
  readonly #told = new Map<Element, (near: boolean) => void>();
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
          // A list that is not shown has no place for anything.
          if (rootBounds?.height !== 0) this.#told.get(target)?.(isIntersecting);
        }
      },
      { root: this.#list.current, rootMargin: `${this.#within}px 0px` },
    );
    this.#told.set(box, onChange);
    this.#observer.observe(box);
    return () => {
      this.#told.delete(box);
      this.#observer?.unobserve(box);
    };
  };

  stop(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
  }
}

/** One watcher for many boxes of a list: tells each whether it is within so many pixels of what can be seen. */
export function useNearness(list: RefObject<HTMLElement | null>, within: number): Nearness {
  const [watcher] = useState(() => new Watcher(list, within));
  useEffect(() => () => watcher.stop(), [watcher]);
  return watcher;
}
