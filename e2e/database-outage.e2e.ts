import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { register } from '#contract/accounts.ts';
import { paths } from '#contract/paths.ts';
import { axe, openBrowser, type TestBrowser, type Theme } from '#testing/browser.ts';
import { ServerProcess } from '#testing/chaos/server-process.ts';
import { testClient } from '#testing/client.ts';
import { freePort } from '#testing/free-port.ts';
import { password } from '#testing/journeys/http-site.ts';

let dataDir: string;
let server: ServerProcess;
let browser: TestBrowser;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fanfare-outage-'));
  server = new ServerProcess({ dataDir, port: await freePort(), pages: true });
  server.spawn();
  browser = await openBrowser(server.url);
  await server.ready();
});

afterAll(async () => {
  await browser?.close();
  await server.kill({ database: true });
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

it('shows an error page in either theme during a database outage, and opens the requested page afterwards', async () => {
  const fan = { client: testClient(server.url) };
  await fan.client.call(register, { body: { email: 'fan@example.org', username: 'patient_fan', password } });
  const themes: Theme[] = ['light', 'dark'];
  const windows = await Promise.all(
    themes.map((theme) => browser.window({ as: fan, theme, ...(theme === 'dark' ? { width: 390 } : {}) })),
  );
  const controlFile = join(dataDir, 'postgres', 'global', 'pg_control');
  await rename(controlFile, `${controlFile}.hidden`);
  process.kill((await server.postmaster()) ?? 0, 'SIGKILL');
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);

  browser.allow(/503 \(Service Unavailable\)/);
  for (const [index, page] of windows.entries()) {
    const answer = await page.goto('/settings');
    expect(answer?.status()).toBe(503);
    await page.getByRole('heading', { name: 'We’ll be back in a moment' }).waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `outage-${themes[index]}.png`) });
    expect(await axe(page)).toEqual([]);
  }
  // A stream overlay never shows an error page.
  const overlay = await browser.window();
  expect((await overlay.goto(`/overlay/${'A'.repeat(43)}`))?.status()).toBe(200);
  expect(await overlay.locator('#board, #alert').filter({ visible: true }).count()).toBe(0);
  await overlay.close();
  const visitor = await browser.window();
  expect((await visitor.goto(paths.feed))?.status()).toBe(503);

  await rename(`${controlFile}.hidden`, controlFile);
  for (const page of windows)
    await page.getByRole('heading', { name: 'Settings' }).first().waitFor({ timeout: 30_000 });
  await visitor.getByRole('navigation').first().waitFor({ timeout: 30_000 });
  expect(browser.takeFaults()).toEqual([]);
});
