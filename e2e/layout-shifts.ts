import type { Page } from 'playwright-core';
import type { Stage } from './stage.ts';

/**
 * Renders all pages of a new window in the fallback fonts. A font that arrives after the first paint moves text; slow-fonts.e2e.ts
 * measures that.
 */
export async function keepFallbackFonts(stage: Stage, page: Page): Promise<void> {
  await page.route('**/*.woff2', (route) => route.abort('aborted'));
  stage.allow(/\.woff2/);
}

/**
 * Runs in the page: scrolls up through the whole chat, a little each frame. Returns the sum of layout shifts and the maximum of rendered
 * messages.
 */
export async function scrollThrough(): Promise<{ shifted: number; drawn: number }> {
  const list = document.querySelector('.chat-scroll') as HTMLElement;
  let shifted = 0;
  let drawn = 0;
  let still = 0;
  const watcher = new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) shifted += (entry as PerformanceEntry & { value: number }).value;
  });
  watcher.observe({ type: 'layout-shift' });
  for (let frame = 0; frame < 2000; frame += 1) {
    const before = list.scrollTop;
    list.scrollTop -= 200;
    await new Promise(requestAnimationFrame);
    drawn = Math.max(drawn, list.querySelectorAll('article').length);
    // The list has space above while there are more messages to load.
    still = list.scrollTop === before ? still + 1 : 0;
    if (still > 20 && !list.querySelector('.chat-log[style]')) break;
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  watcher.disconnect();
  return { shifted, drawn };
}

/** Runs in the page: the sum of layout shifts since navigation. */
export async function shiftedSoFar(): Promise<number> {
  let shifted = 0;
  const watcher = new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) {
      const { value, startTime, sources } = entry as PerformanceEntry & {
        value: number;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      shifted += value;
      // The reason, for the reader of a failed test.
      for (const { node, previousRect: was, currentRect: is } of sources) {
        const text = node?.textContent?.trim().slice(0, 60);
        console.info(`layout shift after ${Math.round(startTime)} ms: "${text}" from ${was.y} to ${is.y}`);
      }
    }
  });
  watcher.observe({ type: 'layout-shift', buffered: true });
  await new Promise((resolve) => setTimeout(resolve, 300));
  watcher.disconnect();
  return shifted;
}
