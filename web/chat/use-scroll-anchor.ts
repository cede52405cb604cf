import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface Place {
  id: string;
  /** Below the upper edge of the list. */
  top: number;
  /** How far the list was scrolled then. */
  at: number;
}

const nearEnd = 48;
/** So much is still to be read when older messages are asked for. */
const nearStartPx = 3000;
const probes = [20, 60, 110, 170];

/** The uppermost message that can be seen, found by asking what is on the screen. */
function placeIn(list: HTMLElement): Place | undefined {
  const edge = list.getBoundingClientRect();
  for (const below of probes) {
    const at = document.elementFromPoint(edge.left + edge.width / 2, edge.top + below);
    const message = at?.closest<HTMLElement>('[data-message]');
    if (!message || !list.contains(message)) continue;
    return {
      id: message.dataset.message ?? '',
      top: message.getBoundingClientRect().top - edge.top,
      at: list.scrollTop,
    };
  }
  return undefined;
}

const find = (list: HTMLElement, id: string) => list.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);

/** Browsers draw no more than this. */
const wholeAtMost = 8_000_000;

/**
 * What is here stands at the end of a box that is as high as everything may be, with what is not read yet: whatever comes on top, the
 * height stays the same, and with it the place of somebody who scrolls.
 */
class Whole {
  #height = 0;
  readonly #olderCount: () => number;

  constructor(olderCount: () => number) {
    this.#olderCount = olderCount;
  }

  fit(element: HTMLElement): void {
    const log = element.querySelector<HTMLElement>('.chat-log');
    const said = log?.firstElementChild;
    if (!log || !said) return;
    const count = this.#olderCount();
    const here = said.getBoundingClientRect().height;
    if (count === 0) this.#height = 0;
    else if (here + element.clientHeight > this.#height) {
      const each = here / Math.max(1, element.querySelectorAll('.chat-branch').length);
      this.#height = Math.round(here + Math.min(wholeAtMost, count * Math.max(60, each * 1.2) + element.clientHeight));
    }
    const wanted = this.#height > 0 ? `${this.#height}px` : '';
    if (log.style.height === wanted) return;
    if (wanted) log.style.height = wanted;
    else log.removeAttribute('style');
  }

  /** How much there is above what can be seen; less than nothing where there is nothing yet. */
  above(element: HTMLElement): number {
    const said = element.querySelector('.chat-said');
    return element.getBoundingClientRect().top - (said?.getBoundingClientRect().top ?? 0);
  }
}

interface Ends {
  onNearStart: () => void;
  /** How many messages there may be that are not read yet. */
  olderCount: () => number;
}

/**
 * A list that is read from below: it stays at its end as long as somebody is there, and otherwise what they read stays where it is,
 * whatever comes above or below. The list is laid out from its end, so it begins there without a jump.
 */
export function useScrollAnchor(list: RefObject<HTMLElement | null>, ends: Ends) {
  const place = useRef<Place>(undefined);
  const [atEnd, setAtEnd] = useState(true);
  const sticks = useRef(true);
  const again = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(ends);
  latest.current = ends;
  const [whole] = useState(() => new Whole(() => latest.current.olderCount()));

  /** Nothing is drawn yet where somebody has leapt to, or not enough. */
  const waits = useCallback((above: number) => {
    const older = above < nearStartPx && latest.current.olderCount() > 0;
    return !sticks.current && (!place.current || older);
  }, []);
  const look = useCallback(() => {
    const element = list.current;
    if (!element) return;
    // Measured from the end: 0 there, negative above.
    sticks.current = element.scrollTop > -nearEnd;
    setAtEnd(sticks.current);
    const above = whole.above(element);
    // No further into the unknown than what can be seen at once.
    if (above < -element.clientHeight) element.scrollTop -= above + element.clientHeight;
    place.current = sticks.current ? undefined : placeIn(element);
    // Whoever has not scrolled may want no more than fills the list.
    if (above < (sticks.current ? nearEnd : nearStartPx)) latest.current.onNearStart();
    clearTimeout(again.current);
    if (waits(above)) again.current = setTimeout(look, 100);
  }, [list, whole, waits]);

  /** After anything has changed its size, before it is painted. */
  const settle = useCallback(() => {
    const element = list.current;
    if (!element) return;
    whole.fit(element);
    const kept = place.current;
    const now = kept && find(element, kept.id);
    if (!kept || !now) return;
    // What somebody has scrolled since then is theirs.
    const top = kept.top - (element.scrollTop - kept.at);
    const moved = now.getBoundingClientRect().top - element.getBoundingClientRect().top - top;
    if (Math.abs(moved) > 0.5) element.scrollTop += moved;
    place.current = { id: kept.id, top, at: element.scrollTop };
  }, [list, whole]);

  // At the beginning of everything no room is left above it.
  const isUnfiltered = ends.olderCount() === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it becomes so
  useLayoutEffect(settle, [isUnfiltered, settle]);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    let frame = 0;
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    const sizes = new ResizeObserver(settle);
    for (const part of [element, ...element.querySelectorAll('.chat-said')]) sizes.observe(part);
    // What is there may not fill the list.
    frame = requestAnimationFrame(look);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(again.current);
      sizes.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [list, look, settle]);

  const toEnd = useCallback(() => {
    place.current = undefined;
    list.current?.scrollTo({ top: 0 });
  }, [list]);

  /** A thread unfolds below its message, also at the end of the list. */
  const hold = useCallback(
    (id: string) => {
      const element = list.current;
      const message = element && find(element, id);
      if (!element || !message) return;
      const top = message.getBoundingClientRect().top - element.getBoundingClientRect().top;
      place.current = { id, top, at: element.scrollTop };
    },
    [list],
  );

  return { atEnd, toEnd, hold };
}
