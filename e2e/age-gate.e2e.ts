import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { limits } from '#contract/limits.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { axe, goTo, openBrowser, type TestBrowser, waitForText } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const title = 'Velvet curtain rehearsal';
const description = 'Something sultry behind a velvet curtain, please, with candles.';
const telling = /velvet|sultry|candles/i;

let pool: Pool;
let owner: Member;

beforeAll(async () => {
  const { site } = stage;
  owner = await site.member('owner');
  owner.client.cookies.set('age_verified', '1');
  pool = await site.newPool(owner, await site.creator(), { title, description, categories: ['NSFW'] });
  expect(pool.status).toBe('in_review');
  await site.admin.client.call(actOnPool, { params: { id: pool.id }, body: { action: 'open' } });
});

const gate = (page: Page) => page.getByRole('dialog', { name: 'NSFW Content' });
const storage = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('age_verified'), localStorage.getItem('age_verified_timestamp')]);

async function seesPool(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await waitForText(page, description);
}

const widths = [{ width: 1280 }, { width: 390, phone: true }];

describe('an adult pool', () => {
  it('does not appear in server-rendered pages or previews before the age gate', async () => {
    for (const path of [`/pool/${pool.id}`, '/browse-tip-pools', '/', '/browse-tip-pools?categories=NSFW']) {
      const html = await (await stage.site.app.client().raw('GET', path)).text();
      expect(html, path).not.toMatch(telling);
    }
    const passed = stage.site.app.client();
    passed.cookies.set('age_verified', '1');
    const html = await (await passed.raw('GET', pool.canonicalPath)).text();
    expect(html).toMatch(telling);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('RTA-5042-1996-1400-1577-RTA');
  });

  it.each(widths)(
    'shows the age gate, which Escape and clicks outside do not close, $width px wide',
    async (options) => {
      const page = await stage.window(options);
      await goTo(page, `/pool/${pool.id}`);
      await gate(page).waitFor();
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
      await page.mouse.click(5, 5);
      expect(await gate(page).isVisible()).toBe(true);
      expect(await gate(page).getByRole('button', { name: 'Close' }).count()).toBe(0);
      expect(await page.content()).not.toMatch(telling);
      expect((await axe(page)).join('\n')).toBe('');
    },
  );

  it.each(widths)('stays hidden after "No", which is not remembered, $width px wide', async (options) => {
    const page = await stage.window(options);
    await goTo(page, `/pool/${pool.id}`);
    await gate(page).getByRole('button', { name: 'No, I am under 18' }).click();
    await page.waitForURL('**/browse-tip-pools');
    expect(await storage(page)).toEqual([null, null]);
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('age_verified');
    expect(await page.content()).not.toMatch(telling);
    await goTo(page, `/pool/${pool.id}`);
    await gate(page).waitFor();
  });

  it('asks again if only the cookie is left, and stays hidden until the answer and after "No"', async () => {
    const page = await stage.window({ as: stage.site.grown(stage.site.visitor()) });
    expect(await (await page.goto(pool.canonicalPath))?.text()).toMatch(telling);
    await gate(page).waitFor();
    const shown = async () => (await page.title()) + (await page.locator('#app').textContent());
    await expect.poll(shown).not.toMatch(telling);
    await gate(page).getByRole('button', { name: 'No, I am under 18' }).click();
    await page.waitForURL('**/browse-tip-pools');
    await gate(page).waitFor({ state: 'detached' });
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('age_verified');
    expect(await storage(page)).toEqual([null, null]);
    await waitForText(page, /Tip pools/i);
    expect(await shown()).not.toMatch(telling);
  });

  it.each(widths)('is shown for four hours after "Yes", $width px wide', async (options) => {
    const page = await stage.window(options);
    await goTo(page, `/pool/${pool.id}`);
    await gate(page).getByRole('button', { name: 'Yes, I am 18+' }).click();
    await seesPool(page);
    const [flag, at] = await storage(page);
    expect(flag).toBe('true');
    expect(Math.abs(Number(at) - Date.now())).toBeLessThan(60_000);
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'age_verified');
    const remembered = (cookie?.expires ?? 0) * 1000 - Date.now();
    expect(Math.abs(remembered - limits.ageVerifiedMs)).toBeLessThan(60_000);
    await page.reload();
    await seesPool(page);
    expect(await gate(page).count()).toBe(0);

    const before = Date.now() - limits.ageVerifiedMs - 1000;
    await page.evaluate((time) => localStorage.setItem('age_verified_timestamp', String(time)), before);
    await page.context().clearCookies({ name: 'age_verified' });
    const [html] = await Promise.all([page.reload().then((response) => response?.text()), gate(page).waitFor()]);
    expect(html).not.toMatch(new RegExp(description));
  });

  it('has a chat that a member can join after "Yes" without reconnecting', async () => {
    const page = await stage.window({ as: await stage.site.member('talker') });
    // The server greets the socket ("40{") after it has read the cookies.
    const greeted = new Promise<void>((resolve) => {
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => String(payload).startsWith('40{') && resolve()),
      );
    });
    await goTo(page, `/pool/${pool.id}`);
    await greeted;
    await gate(page).getByRole('button', { name: 'Yes, I am 18+' }).click();
    await seesPool(page);
    await page.getByRole('button', { name: 'Chat', exact: true }).filter({ visible: true }).click();
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await field.fill('Good evening');
    await page.getByText('Connecting to chat...').waitFor({ state: 'detached' });
    await field.press('Enter');
    await page.getByRole('article').filter({ hasText: 'Good evening' }).getByText('0m ago').waitFor();
  });

  it('can be created only after "Yes"; after "No" the category is deselected', async () => {
    const page = await stage.window({ as: await stage.site.member('asker') });
    await goTo(page, '/pool/create');
    const category = page.getByRole('button', { name: 'NSFW' });
    await category.click();
    await gate(page).getByRole('button', { name: 'No, I am under 18' }).click();
    expect(await category.getAttribute('aria-pressed')).toBe('false');
    await category.click();
    await gate(page).getByRole('button', { name: 'Yes, I am 18+' }).click();
    expect(await category.getAttribute('aria-pressed')).toBe('true');
    await waitForText(page, 'An admin reviews adult pools before they open.');
  });
});

describe('an adult pool, once the site no longer offers adult content', () => {
  let off: TestApp;
  let browser: TestBrowser;
  beforeAll(async () => {
    off = await startTestApp({ beside: stage.site.app, pages: 'build', env: { ADULT_CONTENT: 'off' } });
    browser = await openBrowser(off.url);
  });
  afterAll(async () => {
    await browser.close();
    await off.close();
  });

  it('is hidden without a question, also from a browser that has passed the gate', async () => {
    const page = await browser.window({ as: stage.site.grown(stage.site.visitor()) });
    const html = await (await page.goto(`/pool/${pool.id}`))?.text();
    expect(html).not.toMatch(telling);
    await waitForText(page, 'This site no longer shows adult content.');
    expect(await gate(page).count()).toBe(0);
    expect((await axe(page)).join('\n')).toBe('');
    await goTo(page, '/browse-tip-pools?categories=NSFW');
    expect(await page.content()).not.toMatch(telling);
    expect(await gate(page).count()).toBe(0);
  });

  it('still lets a fan withdraw a pledge', async () => {
    const { site } = stage;
    const fan = await site.member('fan');
    fan.client.cookies.set('age_verified', '1');
    await site.pledge(fan, pool, 5_00);
    const page = await browser.window({ as: fan });
    await goTo(page, `/pool/${pool.id}`);
    await waitForText(page, 'This site no longer shows adult content.');
    await page.getByRole('button', { name: 'Withdraw' }).first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Withdraw/ })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.content()).not.toMatch(telling);
  });
});
