import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { Builder, By, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver';
import { isTakenOver } from './browser.ts';
import type { TestClient } from './client.ts';
import { freePort } from './free-port.ts';

// Debian has WebKitGTK in its packages webkit2gtk-driver and xvfb: its browser needs a display.

const driverPath = '/usr/bin/WebKitWebDriver';
const displayPath = '/usr/bin/xvfb-run';
const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
const browserPath = `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;
const waitMs = 30_000;
const yesOrNo = [() => true, () => false] as const;

/** Whether WebKitGTK, its driver and a virtual display are installed. */
export function hasWebKit(): Promise<boolean> {
  return Promise.all([driverPath, displayPath, browserPath].map((path) => access(path, constants.X_OK))).then(
    ...yesOrNo,
  );
}

/** A window of WebKitGTK. Its methods find elements by their text or label. */
export class WebKitWindow {
  readonly driver: WebDriver;
  readonly #url: string;
  /** The errors of each document, by its time origin. */
  readonly #faults = new Map<number, string[]>();

  constructor(driver: WebDriver, url: string) {
    this.driver = driver;
    this.#url = url;
  }

  async url(): Promise<URL> {
    return new URL(await this.driver.getCurrentUrl());
  }

  async goTo(path: string): Promise<void> {
    await this.faults();
    await this.driver.get(this.#url + path);
    await this.waitForHydration();
  }

  /**
   * The errors of all documents so far. WebDriver reports none, so each document collects them from its first call of this method. Those
   * between the last call and the next document are lost.
   */
  async faults(): Promise<string[]> {
    const { origin, faults } = await this.driver.executeScript<DocumentFaults>(collectFaults);
    this.#faults.set(origin, faults);
    return [...this.#faults.values()].flat();
  }

  /** Waits until React has hydrated the server's page. */
  async waitForHydration(): Promise<void> {
    await this.faults();
    await this.driver.wait(() => this.driver.executeScript<boolean>(isTakenOver), waitMs);
    await this.driver.executeAsyncScript('const [done] = arguments; requestAnimationFrame(() => setTimeout(done))');
  }

  async arrives(at: (url: URL) => boolean): Promise<void> {
    await this.driver.wait(async () => at(await this.url()), waitMs);
  }

  async press(role: 'link' | 'button', name: string): Promise<void> {
    const tag = role === 'link' ? 'a' : 'button';
    await this.#click(`//${tag}[normalize-space(.)="${name}" or @aria-label="${name}"]`);
  }

  /** Clicks on the first link with this text. */
  async pressText(text: string): Promise<void> {
    await this.#click(`//main//a[contains(normalize-space(.), "${text}")]`);
  }

  async fill(label: string, text: string): Promise<void> {
    const itsLabel = `//label[normalize-space(text())="${label}"]`;
    const field = await this.find(`//input[@id=${itsLabel}/@for] | ${itsLabel}//input`);
    await field.clear();
    await field.sendKeys(text);
  }

  async waitForText(text: string): Promise<void> {
    await this.find(`//body//*[contains(normalize-space(.), "${text}") and not(*)]`);
  }

  /** Clicks on the first element that is not hidden or covered, as by a sheet. */
  async #click(xpath: string): Promise<void> {
    await this.faults();
    const clicked = async () => {
      for (const element of await this.driver.findElements(By.xpath(xpath))) {
        if (await element.click().then(...yesOrNo)) return true;
      }
      return false;
    };
    await this.driver.wait(clicked, waitMs, `nothing to click on: ${xpath}`);
  }

  /** Waits for the first visible element. */
  find(xpath: string): Promise<WebElement> {
    const visible = async () => {
      for (const element of await this.driver.findElements(By.xpath(xpath))) {
        if (await element.isDisplayed().catch(() => false)) return element;
      }
      return null;
    };
    return this.driver.wait(visible, waitMs, `no visible ${xpath}`) as Promise<WebElement>;
  }
}

interface DocumentFaults {
  /** Differs between documents. */
  origin: number;
  faults: string[];
}

/** Runs in the page. */
function collectFaults(): DocumentFaults {
  const page = window as unknown as { faults?: string[] };
  const origin = performance.timeOrigin;
  if (page.faults) return { origin, faults: page.faults };
  const faults: string[] = [];
  page.faults = faults;
  for (const level of ['error', 'warn'] as const) {
    const print = console[level];
    console[level] = (...parts: unknown[]) => {
      faults.push(`${level}: ${parts.map(String).join(' ')}`);
      print(...parts);
    };
  }
  window.addEventListener('error', ({ message }) => faults.push(`uncaught: ${message}`));
  window.addEventListener('unhandledrejection', ({ reason }) => faults.push(`unhandled: ${String(reason)}`));
  document.addEventListener('securitypolicyviolation', ({ blockedURI }) => faults.push(`refused: ${blockedURI}`));
  return { origin, faults };
}

export interface WebKitWindowOptions {
  width: number;
  /** Signs the window in with this client's cookies. */
  as?: { client: TestClient };
}

export interface TestWebKit {
  /** Opens a window and closes the one before: WebKitGTK's driver has one session at a time. */
  window(options: WebKitWindowOptions): Promise<WebKitWindow>;
  close(): Promise<void>;
}

/** WebKitGTK over WebDriver on a virtual display. Each window has its own driver, because a session that fails can block its driver. */
export function openWebKit(url: string): TestWebKit {
  let driver: { port: number; end: () => void } | undefined;
  const close = async () => {
    driver?.end();
    driver = undefined;
  };
  return {
    async window({ width, as }) {
      await close();
      driver = await startDriver();
      const session = await new Builder()
        .usingServer(`http://127.0.0.1:${driver.port}`)
        .withCapabilities(capabilities)
        .build();
      await session.manage().window().setRect({ x: 0, y: 0, width, height: 900 });
      await session.get(`${url}/robots.txt`);
      for (const [name, value] of as?.client.cookies ?? []) await session.manage().addCookie({ name, value });
      return new WebKitWindow(session, url);
    },
    close,
  };
}

const capabilities = new Capabilities({
  browserName: 'MiniBrowser',
  'webkitgtk:browserOptions': { binary: browserPath, args: ['--automation'] },
});

async function startDriver(): Promise<{ port: number; end: () => void }> {
  const port = await freePort();
  const screen = ['-a', '-s', '-screen 0 1600x1200x24'];
  // In a separate process group, because xvfb-run leaves the driver and the browser behind.
  const server = spawn(displayPath, [...screen, driverPath, `--port=${port}`], { stdio: 'ignore', detached: true });
  const end = () => {
    try {
      if (server.pid) process.kill(-server.pid);
    } catch {
      // It has ended already.
    }
  };
  await waitForDriver(port).catch((error: unknown) => {
    end();
    throw error;
  });
  return { port, end };
}

async function waitForDriver(port: number): Promise<void> {
  const until = Date.now() + waitMs;
  while (true) {
    try {
      await fetch(`http://127.0.0.1:${port}/status`);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
