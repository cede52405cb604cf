import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { TestAppOptions } from '#testing/app.ts';
import { openBrowser, type TestBrowser, type WindowOptions } from '#testing/browser.ts';
import { HttpSite } from '#testing/journeys/http-site.ts';

export interface Stage {
  readonly site: HttpSite;
  window(options?: WindowOptions): Promise<Page>;
  /** Ignores faults that a test provokes on purpose. */
  allow(...patterns: RegExp[]): void;
}

export interface StageOptions {
  env?: Record<string, string>;
  /** Replaces the card processors from the settings. */
  cards?: TestAppOptions['cards'];
  /** Keeps windows open between tests, for tests that continue each other. */
  keepWindows?: boolean;
  /** Runs after the app has started and before the first test. */
  opened?: (site: HttpSite) => Promise<void> | void;
}

/** Starts the whole product and one browser for a test file. A test fails on faults in any window, the file on violated invariants. */
export function setStage({ env, cards, keepWindows, opened }: StageOptions = {}): Stage {
  let site: HttpSite | undefined;
  let browser: TestBrowser | undefined;
  const need = <T>(thing: T | undefined): T => {
    if (!thing) throw new Error('the stage is not open');
    return thing;
  };

  beforeAll(async () => {
    site = await HttpSite.open(env, 'build', { cards });
    browser = await openBrowser(site.app.url);
    await opened?.(site);
  });
  afterEach(async ({ task }) => {
    const { pages, takeFaults, closeWindows } = need(browser);
    const failed = task.result?.state === 'fail';
    if (failed) await photograph(pages(), task.name);
    const faults = takeFaults();
    if (!keepWindows) await closeWindows();
    if (failed && faults.length > 0) console.warn(`Faults in the windows:\n${faults.join('\n')}`);
    if (!failed) expect(faults).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  return {
    get site() {
      return need(site);
    },
    window: (options) => need(browser).window(options),
    allow: (...patterns) => need(browser).allow(...patterns),
  };
}

/** Saves a screenshot of every window of a failed test. */
async function photograph(pages: readonly Page[], test: string): Promise<void> {
  await mkdir('test-results', { recursive: true });
  const name = test.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 80);
  for (const [index, page] of pages.entries()) {
    const path = join('test-results', `${name}-${index}.png`);
    await page
      .screenshot({ path, timeout: 5000 })
      .catch((error) => console.warn(`no picture of ${page.url()}: ${error}`));
  }
}
