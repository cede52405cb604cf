import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axeCore from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { chromiumArgs, findChromium } from './chromium.ts';
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
  /** The language of the browser; American English unless given. */
  locale?: string;
}

/** Chromium with a separate window (cookies, storage) for each person. Collects every fault in any window. */
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

/** Pages live for seconds, so compiling their code well costs more than it saves: without it, the browser tests take a tenth less processor time. */
const quickScripts = '--js-flags=--no-turbofan,--no-maglev';

let running: Promise<Browser> | undefined;

/** The Chromium of this process. Windows share nothing, so all test files use one. Playwright ends it when the process exits. */
async function runningChromium(): Promise<Browser> {
  if (!(await running)?.isConnected()) {
    running = findChromium().then((executablePath) =>
      chromium.launch({ executablePath, args: [...chromiumArgs, quickScripts] }),
    );
  }
  return running as Promise<Browser>;
}

export async function openBrowser(url: string): Promise<TestBrowser> {
  const browser = await runningChromium();
  let faults: string[] = [];
  let allowed: RegExp[] = [];
  const own = new WeakSet<BrowserContext>();
  /** Faults from windows that are closing do not count against the next test. */
  const closing = new WeakSet<BrowserContext>();

  function watch(page: Page): void {
    const report = (what: string) => {
      if (!closing.has(page.context())) faults.push(`${new URL(page.url(), url).pathname}: ${what}`);
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

  async function newContext({
    as,
    theme,
    width = 1280,
    height = 800,
    noJs,
    phone,
    motion,
    worker,
    locale = 'en-US',
  }: WindowOptions) {
    const context = await browser.newContext({
      baseURL: url,
      locale,
      viewport: { width, height },
      colorScheme: theme ?? 'light',
      javaScriptEnabled: !noJs,
      isMobile: phone ?? false,
      hasTouch: phone ?? false,
      reducedMotion: motion ? 'no-preference' : 'reduce',
      timezoneId: 'UTC',
      // A test that watches or delays the page's requests does not see the requests of a service worker.
      serviceWorkers: worker ? 'allow' : 'block',
    });
    own.add(context);
    context.setDefaultTimeout(waitMs);
    // With JavaScript disabled, Chromium reports every script that it skips as a failed request.
    if (!noJs) {
      context.on('page', watch);
      await context.addInitScript(reportRefusals);
    }
    if (as) await context.addCookies([...as.client.cookies].map(([name, value]) => ({ name, value, url })));
    return context;
  }

  const contexts = (): BrowserContext[] => browser.contexts().filter((context) => own.has(context));
  async function closeWindows(): Promise<void> {
    const open = contexts();
    for (const context of open) closing.add(context);
    await Promise.all(open.map((context) => context.close()));
  }
  return {
    window: async (options = {}) => (await newContext(options)).newPage(),
    allow: (...patterns) => {
      allowed.push(...patterns);
    },
    takeFaults() {
      const unexpectedFaults = faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault)));
      faults = [];
      allowed = [];
      return unexpectedFaults;
    },
    pages: () => contexts().flatMap((context) => context.pages()),
    closeWindows,
    close: closeWindows,
  };
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
    // Reporting passed checks would take longer than running them, and so would reading the stylesheets, which none of these rules does.
    (options) => (window as unknown as { axe: typeof axeCore }).axe.run(document, options),
    { runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } } satisfies axeCore.RunOptions,
  );
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
}

/** Returns axe's serious and critical findings on the current page, in both themes. In the second theme it checks only the colors. */
export async function axe(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(endTransitions);
    for (const { id, impact, help, nodes } of await runAxe(page, theme === 'light' ? rules : ['color-contrast'])) {
      const where = nodes
        .slice(0, 5)
        .map(({ html, failureSummary }) => `    ${html.slice(0, 200)}\n      ${failureSummary}`);
      problems.push(`${new URL(page.url()).pathname} (${theme}) ${impact} ${id}: ${help}\n${where.join('\n')}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return problems;
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

/** Uses the page for the first time and waits until React has hydrated all of it. */
export async function waitForHydration(page: Page): Promise<void> {
  // Polls from here because Playwright's waiting within the page uses eval, which the CSP forbids.
  await page.waitForLoadState();
  for (let tries = 0; tries < waitMs / 25; tries += 1) {
    // `evaluate` rejects while the page navigates, as one that leads elsewhere does at once.
    if (await isReady(page).catch(isNotLoaded)) return;
    await page.waitForTimeout(25);
  }
  throw new Error(`${page.url()} was not hydrated`);
}

async function isReady(page: Page): Promise<boolean> {
  if (!(await page.evaluate(isTakenOver))) return false;
  await page.evaluate(nextFrames);
  return true;
}

function isNotLoaded(error: Error): false {
  if (!/Execution context was destroyed/.test(error.message)) throw error;
  return false;
}

/** Whether React has hydrated every part of the server's HTML (web/early-clicks.ts). Its effects run later, so callers then wait two frames. */
export function isTakenOver(): boolean {
  // Some parts are hydrated only once the person moves the pointer, as everyone does before a click (web/ui/hydration/first-use.ts).
  window.dispatchEvent(new Event('pointermove'));
  const ask = () => new Event('lostpointercapture', { bubbles: true, cancelable: true });
  // React does not hydrate the links that preload pictures.
  const leaves = [...document.querySelectorAll('#app :not(:has(*), link)')];
  return leaves.length > 0 && leaves.every((leaf) => !leaf.dispatchEvent(ask()));
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

/**
 * Waits until the server has answered a call of this endpoint with success. Start to wait before the click: many parts of the page
 * change before the answer, and a reload cancels a request that is under way.
 */
export async function answerTo(page: Page, endpoint: Pick<AnyEndpoint, 'method' | 'path'>): Promise<void> {
  const path = new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`);
  await page.waitForResponse(
    (response) =>
      response.request().method() === endpoint.method && path.test(new URL(response.url()).pathname) && response.ok(),
  );
}
