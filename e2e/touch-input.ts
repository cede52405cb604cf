import type { Page } from 'playwright-core';

interface Point {
  x: number;
  y: number;
}

const steps = 12;

/** Real touch events of several fingers, through the browser's own input. */
export async function openTouchInput(page: Page) {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  return {
    /** Puts the fingers down at `from`, moves them to `to` and lifts them. */
    async move(from: readonly Point[], to: readonly Point[]): Promise<void> {
      await send('touchStart', from);
      for (let step = 1; step <= steps; step += 1) {
        const share = step / steps;
        const at = from.map((begin, finger) => {
          const end = to[finger] ?? begin;
          return { x: begin.x + (end.x - begin.x) * share, y: begin.y + (end.y - begin.y) * share };
        });
        await send('touchMove', at);
        await page.waitForTimeout(16);
      }
      await send('touchEnd', []);
      // The gallery ignores input while it animates.
      await page.waitForTimeout(600);
    },
  };
}
