import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axeCore from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { ChromiumContexts, contextDefaults } from './chromium-contexts.ts';
import type { TestClient } from './client.ts';

export type Theme = 'light' | 'dark';

export interface WindowOptions {
  /** Signs the window in with this client's cookies. */
  as?: { client: TestClient };
  theme?: Theme;
  width?: number;
  height?: number;
  noJs?: boolean;
  /** Emulates a phone: touch, and overlay scroll bars. */
  phone?: boolean;
  /** Off by default: a screenshot or a contrast must not depend on the moment. */
  motion?: boolean;
  /** Allows the service worker. */
  worker?: boolean;
  /** Starts with an empty cache, for tests about a first visit. */
  fresh?: boolean;
}

/** One Chromium, with a separate window (cookies, storage) for each person. Collects every fault in any window. */
export interface TestBrowser {
  window(options?: WindowOptions): Promise<Page>;
  /** Ignores faults that a test provokes on purpose, until the next `takeFaults`. */
  allow(...patterns: RegExp[]): void;
  /** Returns the faults since the last call: errors, warnings, failed requests, CSP violations, hydration errors. */
  takeFaults(): string[];
  pages(): Page[];
  closeWindows(): Promise<void>;
  close(): Promise<void>;
}

const waitMs = 15_000;
/** Playwright's console message when we block service workers. */
const workerBlocked = 'Service Worker registration blocked by Playwright';

const shared: { chromium?: ChromiumContexts } = {};

/** The Chromium of this process, for all of its test files. It ends with the process. */
export async function shareBrowser(url: string): Promise<TestBrowser> {
  // A new one after a crash, which must not fail the files that follow.
  if (!shared.chromium?.browser.isConnected()) shared.chromium = await ChromiumContexts.launch();
  const browser = createBrowser(url, shared.chromium);
  return { ...browser, close: browser.closeWindows };
}

/** A new Chromium, for programs that must end. */
export async function openBrowser(url: string): Promise<TestBrowser> {
  return createBrowser(url, await ChromiumContexts.launch());
}

function createBrowser(url: string, chromium: ChromiumContexts): TestBrowser {
  /** The windows' contexts. Faults from windows that are closing do not count against the next test. */
  const contexts = new Set<BrowserContext>();
  let faults: string[] = [];
  let allowed: RegExp[] = [];

  function watch(page: Page): void {
    const report = (what: string) => {
      if (contexts.has(page.context())) faults.push(`${new URL(page.url(), url).pathname}: ${what}`);
    };
    page.on('console', (message) => {
      const type = message.type();
      if (message.text() === workerBlocked) return;
      if (type === 'error' || type === 'warning') report(`${type}: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => report(`uncaught: ${error.message}`));
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // The browser aborts pending requests when it leaves a page.
      if (reason !== 'net::ERR_ABORTED') report(`failed: ${request.method()} ${request.url()} ${reason}`);
    });
  }

  /** A context that is not used again: without JavaScript, with a service worker, or with an empty cache. */
  async function newContext({ noJs, phone, worker }: WindowOptions): Promise<BrowserContext> {
    const context = await chromium.browser.newContext({
      ...contextDefaults,
      baseURL: url,
      javaScriptEnabled: !noJs,
      isMobile: phone ?? false,
      hasTouch: phone ?? false,
      serviceWorkers: worker ? 'allow' : 'block',
    });
    context.setDefaultTimeout(waitMs);
    if (!noJs) await context.addInitScript(reportRefusals);
    return context;
  }

  async function openWindow(options: WindowOptions): Promise<Page> {
    const { as, noJs, phone = false, worker, fresh } = options;
    const context =
      noJs || worker || fresh ? await newContext(options) : await chromium.take({ url, phone }, reportRefusals);
    contexts.add(context);
    // With JavaScript disabled, Chromium reports every script that it skips as a failed request.
    if (!noJs) context.on('page', watch);
    if (as) await context.addCookies([...as.client.cookies].map(([name, value]) => ({ name, value, url })));
    const page = await context.newPage();
    await adapt(page, options);
    return page;
  }

  async function closeWindows(): Promise<void> {
    const open = [...contexts];
    contexts.clear();
    for (const context of open) context.off('page', watch);
    await Promise.all(open.map((context) => chromium.giveBack(context)));
  }

  return {
    window: (options = {}) => openWindow(options),
    allow: (...patterns) => {
      allowed.push(...patterns);
    },
    takeFaults() {
      const found = faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault)));
      faults = [];
      allowed = [];
      return found;
    },
    pages: () => [...contexts].flatMap((context) => chromium.pagesOf(context)),
    closeWindows,
    close: () => chromium.close(),
  };
}

/** Sets what differs from the context's defaults. */
async function adapt(page: Page, { theme = 'light', width, height, motion }: WindowOptions): Promise<void> {
  const { viewport } = contextDefaults;
  if (width || height)
    await page.setViewportSize({ width: width ?? viewport.width, height: height ?? viewport.height });
  if (theme !== 'light' || motion)
    await page.emulateMedia({ colorScheme: theme, reducedMotion: motion ? 'no-preference' : 'reduce' });
}

/** Chromium logs nothing about an `eval` that the CSP refused if the page catches the error, but it always fires this event. */
export function reportRefusals(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    console.error(`The content policy refused ${blockedURI} (${effectiveDirective})`);
  });
}

/** The minified source: Chromium compiles it for every checked page. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const themes: readonly Theme[] = ['light', 'dark'];
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Runs axe in the page and returns the serious and critical violations. */
async function runAxe(page: Page, runOnly: axeCore.RunOptions['runOnly']): Promise<axeCore.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    // Reporting passed checks would take longer than running them.
    (options) => (window as unknown as { axe: typeof axeCore }).axe.run(document, options),
    { runOnly, resultTypes: ['violations'] } satisfies axeCore.RunOptions,
  );
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
}

/** Returns axe's serious and critical findings on the current page, in both themes. In the second theme it checks only the colors. */
export async function axe(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(endTransitions);
    for (const { id, impact, help, nodes } of await runAxe(page, theme === 'light' ? rules : ['color-contrast'])) {
      const where = nodes
        .slice(0, 5)
        .map(({ html, failureSummary }) => `    ${html.slice(0, 200)}\n      ${failureSummary}`);
      found.push(`${new URL(page.url()).pathname} (${theme}) ${impact} ${id}: ${help}\n${where.join('\n')}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** Emulates a change of the system's color scheme and finishes color transitions at once. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(endTransitions);
}

async function endTransitions(): Promise<void> {
  // The end of one transition can start others in elements that inherit from it.
  for (let round = 0; round < 20; round += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    if (changing.length === 0 && round > 1) return;
    for (const transition of changing) transition.finish();
  }
}

/** Waits until React has hydrated the server's page. */
export async function waitForHydration(page: Page): Promise<void> {
  // Polls from here because Playwright's waiting within the page uses eval, which the CSP forbids.
  await page.waitForLoadState();
  for (let tries = 0; tries < waitMs / 25; tries += 1) {
    // `evaluate` rejects while the page navigates, as one that leads elsewhere does at once.
    if (await page.evaluate(isTakenOver).catch(isNotLoaded)) return page.evaluate(nextFrames);
    await page.waitForTimeout(25);
  }
  throw new Error(`${page.url()} was not hydrated`);
}

function isNotLoaded(error: Error): false {
  if (!/Execution context was destroyed/.test(error.message)) throw error;
  return false;
}

/** Whether React has hydrated every part of the server's HTML. React marks its nodes just before that, so callers then wait two frames. */
export function isTakenOver(): boolean {
  const app = document.getElementById('app');
  const isMarked = (node: Node | null) => Object.keys(node ?? {}).some((key) => key.startsWith('__reactFiber'));
  // Skip the preload links, which React does not hydrate.
  if (!app || !isMarked(app.querySelector(':scope > :not(link)'))) return false;
  const comments = document.createTreeWalker(app, NodeFilter.SHOW_COMMENT);
  for (let start = comments.nextNode(); start; start = comments.nextNode()) {
    if (start.nodeValue !== '$') continue;
    let first = start.nextSibling;
    while (first && !(first instanceof Element) && first.nodeValue !== '/$') first = first.nextSibling;
    if (first instanceof Element && !isMarked(first)) return false;
  }
  return true;
}

/** Waits for React's effects, which run after paint and add key listeners. */
export function nextFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0)));
  });
}

/** Opens a path and waits until the page is hydrated. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
}

/** Waits until this text is visible. */
export async function waitForText(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).filter({ visible: true }).first().waitFor();
}
