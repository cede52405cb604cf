import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

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

/**
 * A list that is read from below: it stays at its end as long as somebody is there, and otherwise what they read stays where it is,
 * whatever comes above or below. The list is laid out from its end, so it begins there without a jump.
 */
export function useKeepingPlace(list: RefObject<HTMLElement | null>, onNearStart: () => void) {
  const place = useRef<Place>(undefined);
  const [atEnd, setAtEnd] = useState(true);
  const sticks = useRef(true);
  const again = useRef<ReturnType<typeof setTimeout>>(undefined);
  const nearStart = useRef(onNearStart);
  nearStart.current = onNearStart;

  const look = useCallback(() => {
    const element = list.current;
    if (!element) return;
    // Measured from the end: 0 there, negative above.
    sticks.current = element.scrollTop > -nearEnd;
    setAtEnd(sticks.current);
    place.current = sticks.current ? undefined : placeIn(element);
    const above = element.scrollHeight - element.clientHeight + element.scrollTop;
    // Whoever has not scrolled may want no more than fills the list.
    if (above < (sticks.current ? nearEnd : nearStartPx)) nearStart.current();
    // Where somebody has leapt to, nothing may be drawn yet.
    clearTimeout(again.current);
    if (!sticks.current && !place.current) again.current = setTimeout(look, 100);
  }, [list]);

  /** After anything has changed its size, before it is painted. */
  const settle = useCallback(() => {
    const element = list.current;
    if (!element) return;
    const kept = place.current;
    const now = kept && find(element, kept.id);
    if (!kept || !now) return;
    // What somebody has scrolled since then is theirs.
    const top = kept.top - (element.scrollTop - kept.at);
    const moved = now.getBoundingClientRect().top - element.getBoundingClientRect().top - top;
    if (Math.abs(moved) > 0.5) element.scrollTop += moved;
    place.current = { id: kept.id, top, at: element.scrollTop };
  }, [list]);

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
    for (const part of [element, ...element.children]) sizes.observe(part);
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
