import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumArgs, findChromium } from './chromium.ts';
import type { TestClient } from './client.ts';

export type Theme = 'light' | 'dark';

export interface WindowOptions {
  /** Signed in as whoever this client is, by its cookies. */
  as?: { client: TestClient };
  theme?: Theme;
  width?: number;
  height?: number;
  noJs?: boolean;
  /** A phone: touch, and scroll bars that take no room. */
  phone?: boolean;
  /** Motion is switched off unless told: a picture or a contrast must not depend on the moment. */
  motion?: boolean;
  /** With the service worker. */
  worker?: boolean;
}

/** One Chromium, with a window of its own (cookies, storage) for each person. Whatever goes wrong in any of them is collected. */
export interface TestBrowser {
  window(options?: WindowOptions): Promise<Page>;
  /** Faults that a test provokes on purpose; until the next `takeFaults`. */
  allow(...patterns: RegExp[]): void;
  /** What went wrong in the windows since the last time: errors, warnings, failed requests, refused content, hydration. */
  takeFaults(): string[];
  pages(): Page[];
  closeWindows(): Promise<void>;
  close(): Promise<void>;
}

const waitMs = 15_000;
/** What Playwright says where it was told to. */
const workerBlocked = 'Service Worker registration blocked by Playwright';

export async function openBrowser(url: string): Promise<TestBrowser> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs });
  let faults: string[] = [];
  let allowed: RegExp[] = [];
  /** What still comes from windows that are being closed is no fault of the next test. */
  const closing = new WeakSet<BrowserContext>();

  function watch(page: Page): void {
    const tell = (what: string) => {
      if (!closing.has(page.context())) faults.push(`${new URL(page.url(), url).pathname}: ${what}`);
    };
    page.on('console', (message) => {
      const type = message.type();
      if (message.text() === workerBlocked) return;
      if (type === 'error' || type === 'warning') tell(`${type}: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => tell(`uncaught: ${error.message}`));
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // Leaving a page aborts what it was still loading.
      if (reason !== 'net::ERR_ABORTED') tell(`failed: ${request.method()} ${request.url()} ${reason}`);
    });
  }

  async function newContext({ as, theme, width = 1280, height = 800, noJs, phone, motion, worker }: WindowOptions) {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width, height },
      colorScheme: theme ?? 'light',
      javaScriptEnabled: !noJs,
      isMobile: phone ?? false,
      hasTouch: phone ?? false,
      reducedMotion: motion ? 'no-preference' : 'reduce',
      locale: 'en-US',
      timezoneId: 'UTC',
      // Its requests are not the page's: what a test watches or holds back would escape it.
      serviceWorkers: worker ? 'allow' : 'block',
    });
    context.setDefaultTimeout(waitMs);
    // Without scripts Chromium counts every one that it leaves alone as failed.
    if (!noJs) {
      context.on('page', watch);
      await context.addInitScript(reportRefusals);
    }
    if (as) await context.addCookies([...as.client.cookies].map(([name, value]) => ({ name, value, url })));
    return context;
  }

  const contexts = (): BrowserContext[] => browser.contexts();
  return {
    window: async (options = {}) => (await newContext(options)).newPage(),
    allow: (...patterns) => {
      allowed.push(...patterns);
    },
    takeFaults() {
      const found = faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault)));
      faults = [];
      allowed = [];
      return found;
    },
    pages: () => contexts().flatMap((context) => context.pages()),
    closeWindows: async () => {
      const open = contexts();
      for (const context of open) closing.add(context);
      await Promise.all(open.map((context) => context.close()));
    },
    close: () => browser.close(),
  };
}

/** Chromium's console stays silent about an \`eval\` that the content policy refused when the page catches the error. The event does not. */
export function reportRefusals(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    console.error(`The content policy refused ${blockedURI} (${effectiveDirective})`);
  });
}

const themes: readonly Theme[] = ['light', 'dark'];
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds that is serious or critical on the page as it stands, in both themes; of the second theme only the colors differ. */
export async function axe(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(endTransitions);
    // It is half a megabyte to read, and still there for the second theme.
    const builder = new AxeBuilder(theme === 'light' ? { page } : { page, axeSource: ';' });
    // In the page itself: there are no frames, for which a page of its own would be needed. To write down all that is in order would take
    // longer than looking at it.
    builder.setLegacyMode().options({ resultTypes: ['violations'] });
    if (theme === 'light') builder.withTags(rules);
    else builder.withRules('color-contrast');
    const { violations } = await builder.analyze();
    for (const { id, impact, help, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      const where = nodes
        .slice(0, 5)
        .map(({ html, failureSummary }) => `    ${html.slice(0, 200)}\n      ${failureSummary}`);
      found.push(`${new URL(page.url()).pathname} (${theme}) ${impact} ${id}: ${help}\n${where.join('\n')}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** As if the system's choice changed; colors that change over a moment are at once what they become. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(endTransitions);
}

async function endTransitions(): Promise<void> {
  // The end of one can be the beginning of others, in what inherits from it.
  for (let round = 0; round < 20; round += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    if (changing.length === 0 && round > 1) return;
    for (const transition of changing) transition.finish();
  }
}

/** Until React has taken over the server's page: its elements carry a marker then. */
export async function alive(page: Page): Promise<void> {
  // Asked again and again from here: waiting inside of the page takes eval, which its content policy forbids.
  await page.waitForLoadState();
  for (let tries = 0; tries < waitMs / 25; tries += 1) {
    if (await page.evaluate(isTakenOver)) return page.evaluate(nextFrames);
    await page.waitForTimeout(25);
  }
  throw new Error(`${page.url()} does not come alive`);
}

/** Whether React has taken over the whole of what the server drew, part after part. It marks its nodes a moment before, so the frames. */
export function isTakenOver(): boolean {
  const app = document.getElementById('app');
  const isMarked = (node: Node | null) => Object.keys(node ?? {}).some((key) => key.startsWith('__reactFiber'));
  // Before it lie the links to pictures, which are none of React's.
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

/** Keys are listened for in effects, which React runs after the page is painted. */
export function nextFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0)));
  });
}

/** Opens an address and waits until the page can be used. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}

/** Waits until this text can be seen. */
export async function sees(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).filter({ visible: true }).first().waitFor();
}
