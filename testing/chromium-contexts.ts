import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumArgs, findChromium } from './chromium.ts';

/** What a context cannot change later. */
export interface ContextKind {
  url: string;
  phone: boolean;
}

interface OpenContext extends ContextKind {
  context: BrowserContext;
  /** Holds the renderer process while no other page is open. */
  keeper: Page;
}

const waitMs = 15_000;
export const contextDefaults = {
  viewport: { width: 1280, height: 800 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
  locale: 'en-US',
  timezoneId: 'UTC',
} as const;

/**
 * One Chromium that uses its contexts again. A renderer process needs twice the CPU time for the first page, because it compiles every
 * script. So a context that a test has finished with loses its pages, cookies, storage and permissions, but keeps its process and cache.
 */
export class ChromiumContexts {
  readonly browser: Browser;
  #idle: OpenContext[] = [];
  readonly #inUse = new Map<BrowserContext, OpenContext>();

  private constructor(browser: Browser) {
    this.browser = browser;
  }

  static async launch(): Promise<ChromiumContexts> {
    // Pages of one context share one process.
    const args = [...chromiumArgs, '--renderer-process-limit=1'];
    return new ChromiumContexts(await chromium.launch({ executablePath: await findChromium(), args }));
  }

  /** A context without cookies and storage; its cache can contain the files of this server. */
  async take(kind: ContextKind, initScript: () => void): Promise<BrowserContext> {
    const isOther = ({ url }: OpenContext) => url !== kind.url;
    await Promise.all(this.#idle.filter(isOther).map(({ context }) => context.close()));
    this.#idle = this.#idle.filter((open) => !isOther(open));
    const index = this.#idle.findIndex(({ phone }) => phone === kind.phone);
    const [open = await this.#open(kind, initScript)] = index === -1 ? [] : this.#idle.splice(index, 1);
    this.#inUse.set(open.context, open);
    return open.context;
  }

  async #open({ url, phone }: ContextKind, initScript: () => void): Promise<OpenContext> {
    const context = await this.browser.newContext({
      ...contextDefaults,
      baseURL: url,
      isMobile: phone,
      hasTouch: phone,
      // A test that watches or delays the page's requests does not see the requests of a service worker.
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(waitMs);
    await context.addInitScript(initScript);
    const keeper = await context.newPage();
    await keeper.goto('/robots.txt');
    return { url, phone, context, keeper };
  }

  /** Pages that tests opened. */
  pagesOf(context: BrowserContext): Page[] {
    const keeper = this.#inUse.get(context)?.keeper;
    return context.pages().filter((page) => page !== keeper);
  }

  /** Empties a context for the next test, or closes it if it is not one of these. */
  async giveBack(context: BrowserContext): Promise<void> {
    const open = this.#inUse.get(context);
    if (!open) return context.close();
    const pages = this.pagesOf(context);
    this.#inUse.delete(context);
    await Promise.all(pages.map((page) => page.close()));
    await Promise.all([
      context.unrouteAll(),
      context.clearCookies(),
      context.clearPermissions(),
      context.setOffline(false),
      open.keeper.evaluate(clearStorage),
    ]);
    this.#idle.push(open);
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}

async function clearStorage(): Promise<void> {
  localStorage.clear();
  const databases = await indexedDB.databases();
  for (const { name } of databases) if (name) indexedDB.deleteDatabase(name);
  for (const name of await caches.keys()) await caches.delete(name);
}
