const signs = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin', 'click'];

let resolveFirstUse: () => void = () => undefined;

/**
 * Resolves when the person first uses the page: moves the pointer, scrolls, presses a key or focuses something. Waits for the frame that
 * answers this event, which the code of the late parts would delay.
 */
export const firstUse = new Promise<void>((resolve) => {
  resolveFirstUse = resolve;
  if (import.meta.env.SSR) return;
  for (const sign of signs)
    window.addEventListener(sign, () => requestAnimationFrame(() => setTimeout(resolve)), {
      capture: true,
      once: true,
      passive: true,
    });
});

/** Hydrates the parts that wait for the first use. */
export const endWaiting = () => resolveFirstUse();
