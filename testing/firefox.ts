import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import puppeteer, { type ConsoleMessage, type Page } from 'puppeteer-core';
import { isTakenOver, nextFrames, reportRefusals } from './browser.ts';
import type { TestClient } from './client.ts';

// Playwright drives only its own build of Firefox. Its BiDi channel sends commands that the current ESR does not support.

const names = ['firefox-esr', 'firefox'];
const macFirefox = '/Applications/Firefox.app/Contents/MacOS/firefox';
/** Firefox takes several times as long as Chromium when the machine is busy. */
const waitMs = 60_000;

/** The path of Firefox: FIREFOX_PATH or installed; undefined if there is none. */
export async function findFirefox(): Promise<string | undefined> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const path of [process.env.FIREFOX_PATH, ...paths, macFirefox]) {
    if (path && (await access(path, constants.X_OK).then(...yesOrNo))) return path;
  }
  return undefined;
}

const yesOrNo = [() => true, () => false] as const;

export interface FirefoxWindowOptions {
  width?: number;
  /** Signs the window in with this client's cookies. */
  as?: { client: TestClient };
}

/** A page in Firefox. Its methods find elements by accessible name. */
export class FirefoxWindow {
  readonly page: Page;
  readonly #url: string;
  readonly #faults: string[] = [];

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    const report = (what: string) => this.#faults.push(`${new URL(page.url(), url).pathname}: ${what}`);
    page.on('console', (message: ConsoleMessage) => {
      const type = message.type();
      if (type === 'error' || type === 'warn') report(`${type}: ${message.text()}`);
    });
    page.on('pageerror', (error) => report(`uncaught: ${error instanceof Error ? error.message : String(error)}`));
  }

  /** The faults so far: errors, warnings, CSP violations. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(this.#url + path);
    await this.waitForHydration();
  }

  /** Opens a page and waits until it has loaded everything. Leaving earlier would report each import that Firefox aborts. */
  async visit(path: string): Promise<void> {
    await this.goTo(path);
    await this.page.waitForNetworkIdle({ idleTime: 500, timeout: waitMs });
  }

  /** Waits until React has hydrated the server's page. */
  async waitForHydration(): Promise<void> {
    for (let tries = 0; tries < waitMs / 50; tries += 1) {
      // `evaluate` rejects while the page navigates.
      if (await this.page.evaluate(isTakenOver).catch(() => false)) return this.page.evaluate(nextFrames);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${this.page.url()} was not hydrated`);
  }

  async arrives(at: (url: URL) => boolean): Promise<void> {
    for (let tries = 0; tries < waitMs / 50; tries += 1) {
      if (at(new URL(this.page.url()))) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`still at ${this.page.url()}`);
  }

  press(role: 'link' | 'button', name: string): Promise<void> {
    return this.page.locator(`::-p-aria([name="${name}"][role="${role}"])`).setTimeout(waitMs).click();
  }

  /** Clicks on a piece of text, because the accessible name of a card is all of its text. */
  pressText(text: string): Promise<void> {
    return this.page.locator(`::-p-text(${text})`).setTimeout(waitMs).click();
  }

  fill(label: string, text: string): Promise<void> {
    // Password fields have no ARIA role, so find them by label.
    const itsLabel = `//label[normalize-space(text())="${label}"]`;
    return this.page
      .locator(`::-p-xpath(//input[@id=${itsLabel}/@for] | ${itsLabel}//input)`)
      .setTimeout(waitMs)
      .fill(text);
  }

  async waitForText(text: string): Promise<void> {
    await this.page.locator(`::-p-text(${text})`).setTimeout(waitMs).wait();
  }
}

/** Fewer processes and frames: animations are not the subject of these tests. */
const extraPrefsFirefox = {
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
  'ui.prefersReducedMotion': 1,
};

export interface TestFirefox {
  window(options?: FirefoxWindowOptions): Promise<FirefoxWindow>;
  close(): Promise<void>;
}

/** Firefox over WebDriver BiDi, with a separate window (cookies, storage) for each person. */
export async function openFirefox(executablePath: string, url: string): Promise<TestFirefox> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true, extraPrefsFirefox });
  return {
    async window({ width = 1280, as } = {}) {
      const context = await browser.createBrowserContext();
      const cookies = [...(as?.client.cookies ?? [])].map(([name, value]) => ({
        name,
        value,
        domain: new URL(url).hostname,
      }));
      await context.setCookie(...cookies);
      const page = await context.newPage();
      await page.setViewport({ width, height: 800 });
      await page.evaluateOnNewDocument(reportRefusals);
      return new FirefoxWindow(page, url);
    },
    close: () => browser.close(),
  };
}
