import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The message that keeps its position on the screen. */
interface Anchor {
  id: string;
  /** Pixels below the upper edge of the list. */
  top: number;
  /** `scrollTop` of the list at that moment. */
  scrollTop: number;
}

const nearEnd = 48;
/** Older messages load once fewer pixels than this remain above the viewport. */
const nearStartPx = 3000;
const probes = [20, 60, 110, 170];

/** The topmost visible message, found by probing points of the screen. */
function anchorIn(list: HTMLElement): Anchor | undefined {
  const edge = list.getBoundingClientRect();
  for (const below of probes) {
    const at = document.elementFromPoint(edge.left + edge.width / 2, edge.top + below);
    const message = at?.closest<HTMLElement>('[data-message]');
    if (!message || !list.contains(message)) continue;
    return {
      id: message.dataset.message ?? '',
      top: message.getBoundingClientRect().top - edge.top,
      scrollTop: list.scrollTop,
    };
  }
  return undefined;
}

const find = (list: HTMLElement, id: string) => list.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);

/** Browsers limit the height of an element; this is below the limit. */
const maxHeightPx = 8_000_000;

/**
 * Reserves the estimated height of all messages, loaded or not. The loaded messages are at the end of that box. Loading older ones does
 * not change its height, so the scroll position stays.
 */
class ReservedHeight {
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
      this.#height = Math.round(here + Math.min(maxHeightPx, count * Math.max(60, each * 1.2) + element.clientHeight));
    }
    const wanted = this.#height > 0 ? `${this.#height}px` : '';
    if (log.style.height === wanted) return;
    if (wanted) log.style.height = wanted;
    else log.removeAttribute('style');
  }

  /** Pixels of loaded messages above the viewport; negative if the viewport shows only reserved space. */
  above(element: HTMLElement): number {
    const said = element.querySelector('.chat-said');
    return element.getBoundingClientRect().top - (said?.getBoundingClientRect().top ?? 0);
  }
}

interface ScrollAnchorOptions {
  /** Called when few loaded messages remain above the viewport. */
  onNearStart: () => void;
  /** An upper bound of the older messages that are not loaded yet. */
  olderCount: () => number;
}

/**
 * Scrolling of a list that starts at its end. While the person is at the end, the list stays there. Otherwise the messages on screen
 * keep their position, whatever arrives above or below. CSS lays the list out from its end, so it starts there without a jump.
 */
export function useScrollAnchor(list: RefObject<HTMLElement | null>, options: ScrollAnchorOptions) {
  const anchor = useRef<Anchor>(undefined);
  const [atEnd, setAtEnd] = useState(true);
  const sticksToEnd = useRef(true);
  const recheck = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(options);
  latest.current = options;
  const [reserved] = useState(() => new ReservedHeight(() => latest.current.olderCount()));

  /** True while the messages at the current scroll position are not rendered, or too few are loaded above. */
  const isIncomplete = useCallback((above: number) => {
    const older = above < nearStartPx && latest.current.olderCount() > 0;
    return !sticksToEnd.current && (!anchor.current || older);
  }, []);
  const update = useCallback(() => {
    const element = list.current;
    if (!element) return;
    // `scrollTop` is 0 at the end and negative above.
    sticksToEnd.current = element.scrollTop > -nearEnd;
    setAtEnd(sticksToEnd.current);
    const above = reserved.above(element);
    // Do not scroll further into the reserved space than one viewport.
    if (above < -element.clientHeight) element.scrollTop -= above + element.clientHeight;
    anchor.current = sticksToEnd.current ? undefined : anchorIn(element);
    // At the end, load only as many messages as fill the list.
    if (above < (sticksToEnd.current ? nearEnd : nearStartPx)) latest.current.onNearStart();
    clearTimeout(recheck.current);
    if (isIncomplete(above)) recheck.current = setTimeout(update, 100);
  }, [list, reserved, isIncomplete]);

  /** Restores the anchor's position after a change of size, before the browser paints. */
  const settle = useCallback(() => {
    const element = list.current;
    if (!element) return;
    reserved.fit(element);
    const kept = anchor.current;
    const now = kept && find(element, kept.id);
    if (!kept || !now) return;
    // Keep what the person has scrolled since then.
    const top = kept.top - (element.scrollTop - kept.scrollTop);
    const moved = now.getBoundingClientRect().top - element.getBoundingClientRect().top - top;
    if (Math.abs(moved) > 0.5) element.scrollTop += moved;
    anchor.current = { id: kept.id, top, scrollTop: element.scrollTop };
  }, [list, reserved]);

  // Once the oldest message is loaded, no reserved space may remain above it.
  const isComplete = options.olderCount() === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list becomes complete
  useLayoutEffect(settle, [isComplete, settle]);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    let frame = 0;
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(update);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    const sizes = new ResizeObserver(settle);
    for (const part of [element, ...element.querySelectorAll('.chat-said')]) sizes.observe(part);
    // The first page may not fill the list.
    frame = requestAnimationFrame(update);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(recheck.current);
      sizes.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [list, update, settle]);

  const toEnd = useCallback(() => {
    anchor.current = undefined;
    list.current?.scrollTo({ top: 0 });
  }, [list]);

  /** Makes a message the anchor, so that a thread opens below it even at the end of the list. */
  const hold = useCallback(
    (id: string) => {
      const element = list.current;
      const message = element && find(element, id);
      if (!element || !message) return;
      const top = message.getBoundingClientRect().top - element.getBoundingClientRect().top;
      anchor.current = { id, top, scrollTop: element.scrollTop };
    },
    [list],
  );

  return { atEnd, toEnd, hold };
}
