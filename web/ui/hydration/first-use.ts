const signs = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin', 'click'];

let resolveFirstUse: () => void = () => undefined;

/**
 * Resolves when the person first uses the page: moves the pointer, scrolls, presses a key or focuses something. Waits for the frame that
 * answers this event, which the code of the late parts would delay.
 */
export const firstUse = new Promise<void>((resolve) => {
  resolveFirstUse = resolve;
  if (import.meta.env.SSR) return;
  const listening = new AbortController();
  const onSign = (event: Event) => {
    // After layout, Chromium reports the position of a resting pointer as a move without distance.
    if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY) return;
    listening.abort();
    requestAnimationFrame(() => setTimeout(resolve));
  };
  for (const sign of signs)
    window.addEventListener(sign, onSign, { capture: true, passive: true, signal: listening.signal });
});

/** Hydrates the parts that wait for the first use. */
export const endWaiting = () => resolveFirstUse();
