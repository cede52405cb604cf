import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { listEvents } from '#contract/events.ts';
import { paths } from '#contract/paths.ts';
import { eventCatalogue } from '#contract/programs/event-catalogue.ts';
import type { Scope } from '#contract/scopes.ts';
import { createToken } from '#contract/tokens.ts';
import { receiverExamples } from '#contract/webhooks/receiver-examples.ts';
import { axe, goTo, setTheme, waitForText } from '#testing/browser.ts';
import { acceptsDelivery, canRun } from '#testing/servers/run-receiver.ts';
import { openWebhookReceiver } from '#testing/servers/webhook-receiver.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

// cspell:ignore Entwickler
const receiver = await openWebhookReceiver();
const stage = setStage({ env: { LOCALES: 'de,ar', WEBHOOK_ALLOW: receiver.host } });
const run = promisify(execFile);

/** The code of the page in a language, by its caption, as readers copy it. */
async function codeOn(page: Page, language: string): Promise<Map<string, string>> {
  const blocks = await page.locator(`figure:has(> pre[data-language=${language}])`).all();
  const entries = blocks.map(async (block): Promise<[string, string]> => {
    const caption = (await block.locator('figcaption').textContent()) ?? '';
    return [caption.replace(/Cop(?:y|ied) .*/, ''), (await block.locator('pre').textContent()) ?? ''];
  });
  return new Map(await Promise.all(entries));
}

const hasShell = await run('bash', ['-c', 'curl --version']).then(
  () => true,
  () => false,
);

describe('the page for developers', () => {
  it('shows every event, copies code, and works with the keyboard', async () => {
    const page = await stage.window({ width: 1440, height: 900 });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await goTo(page, '/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Developers' }).click();
    await page.waitForURL(`**${paths.developers}`);
    await waitForText(page, 'Your first call');
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'developers');
    await page.setViewportSize({ width: 1440, height: 900 });

    const events = await codeOn(page, 'json');
    expect(Object.keys(eventCatalogue).filter((type) => !events.has(type))).toEqual([]);
    for (const [name, json] of events) expect(() => JSON.parse(json), name).not.toThrow();
    expect([...events.values()].filter((json) => json.includes('fanfare.example'))).toEqual([]);
    expect(events.get('pledge.placed')).toContain(`"url": "${stage.site.app.url}/user/maya"`);

    await page.getByRole('button', { name: 'Copy Your events' }).click();
    await waitForText(page, 'Code copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe((await codeOn(page, 'bash')).get('Your events'));
    await page.getByRole('button', { name: 'Copied Your events' }).waitFor();

    const contents = page.getByRole('navigation', { name: 'On this page' }).filter({ visible: true });
    await contents.getByRole('link', { name: 'Limits' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${paths.developers}#limits`);
    await expect
      .poll(() => page.locator('#limits').evaluate((title) => title.getBoundingClientRect().top))
      .toBeLessThan(900);
    const entry = page.locator('summary').filter({ hasText: 'pledge.placed' });
    await entry.focus();
    await page.keyboard.press('Enter');
    const example = page.locator('details:has(> #event-pledge\\.placed) pre');
    await example.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await example.evaluate((pre) => document.activeElement === pre)).toBe(true);
    expect(await axe(page)).toEqual([]);
    // The address of an example opens it.
    await page.goto('about:blank');
    await goTo(page, `${paths.developers}#event-payout.paid`);
    await page.locator('details:has(> #event-payout\\.paid) pre').waitFor();
  });

  it.each([
    ['de', 'Entwickler', 'ltr'],
    ['ar', 'المطوّرون', 'rtl'],
  ])('is in %s, with code and summaries in English', async (locale, title, direction) => {
    const page = await stage.window({ width: 1440, height: 900 });
    await goTo(page, `/${locale}${paths.developers}`);
    await page.getByRole('heading', { level: 1 }).getByText(title).waitFor();
    expect(await page.evaluate(() => document.documentElement.dir || 'ltr')).toBe(direction);
    expect(await page.locator('[lang=en]').getByText('A pledge counts: its card is saved.').count()).toBe(1);
    expect(await page.locator('article pre:not([lang=en])').count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    await photographAll(page, `developers-${locale}`);
  });

  it('is listed for search engines in every language', async () => {
    const { url } = stage.site.app;
    const read = async (path: string) => (await stage.site.app.client().raw('GET', path)).text();
    const sitemap = await read('/sitemap-pages.xml');
    for (const prefix of ['', '/de', '/ar']) {
      const address = `${url}${prefix}${paths.developers}`;
      expect(sitemap).toContain(`<loc>${address}</loc>`);
      const html = await read(prefix + paths.developers);
      expect(html).toContain(`<link rel="canonical" href="${address}"`);
      for (const [tag, path] of [
        ['en', ''],
        ['de', '/de'],
        ['ar', '/ar'],
      ]) {
        expect(html).toContain(`hreflang="${tag}" href="${url}${path}${paths.developers}"`);
      }
    }
  });

  it.each([320, 390, 768])('never scrolls sideways at %d px', async (width) => {
    for (const locale of ['', '/de', '/ar']) {
      const page = await stage.window({ width, height: 800, phone: width < 700 });
      await goTo(page, `${locale}${paths.developers}`);
      for (const theme of ['light', 'dark'] as const) {
        await setTheme(page, theme);
        await page.locator('details').evaluateAll((all) => {
          for (const each of all) each.setAttribute('open', '');
        });
        expect(await page.evaluate(() => document.documentElement.scrollWidth), locale).toBeLessThanOrEqual(width);
      }
      await page.close();
    }
  });

  it('is linked from the settings of tokens, webhooks and overlays', async () => {
    const page = await stage.window({ as: await stage.site.member('linked') });
    for (const path of [paths.apiTokens, '/settings/webhooks', paths.overlays]) {
      await goTo(page, path);
      await page.getByRole('link', { name: 'For developers' }).click();
      await page.getByRole('heading', { level: 1, name: 'Developers' }).waitFor();
    }
  });

  it.skipIf(!hasShell)('has commands and receivers that work as they are pasted', async () => {
    const { site } = stage;
    const [creator, owner] = await Promise.all([site.creator(), site.member('pasting')]);
    const pool = await site.newPool(owner, creator);
    const scopes: Scope[] = ['profile:read', 'events:read', 'webhooks:write'];
    const { token } = await owner.client.call(createToken, { body: { name: 'Pasted', scopes } });
    const page = await stage.window();
    await goTo(page, paths.developers);
    const shell = await codeOn(page, 'bash');

    /** Replaces only the marked parts, as a reader does. */
    const filledIn = (code = '') =>
      code
        .replaceAll('ffp_YOUR_TOKEN', token)
        .replaceAll('POOL_URL', stage.site.app.url + pool.canonicalPath)
        .replaceAll('https://example.com/events', receiver.url('/pasted'));
    const setUp = shell.get('Your token');
    const outputOf = async (label: string): Promise<string> => {
      const script = `${filledIn(setUp)}\n${filledIn(shell.get(label))}`;
      return (await run('bash', ['-c', script])).stdout;
    };
    const checks: Record<string, (output: string) => void> = {
      'Your account': (output) => expect(getCurrentUser.output.parse(JSON.parse(output)).username).toBe(owner.username),
      'Your events': (output) => {
        const { events } = listEvents.output.parse(JSON.parse(output));
        expect(events.map(({ type }) => type)).toContain('pool.opened');
      },
      'Read on': (output) => {
        const { events } = listEvents.output.parse(JSON.parse(output));
        expect(events.filter(({ type }) => type === 'pool.opened')).toEqual([]);
      },
      'Add a webhook': (output) => expect(JSON.parse(output).webhook).toMatchObject({ url: receiver.url('/pasted') }),
      'The frame of a pool': (output) => expect(JSON.parse(output).html).toContain(`/embed/pool/${pool.id}`),
      'New pools': (output) => expect(output).toContain(pool.title),
    };
    expect([...shell.keys()]).toEqual(['Your token', ...Object.keys(checks)]);
    const outputs = new Map<string, string>();
    for (const [label, check] of Object.entries(checks)) {
      outputs.set(label, await outputOf(label));
      check(outputs.get(label) ?? '');
    }

    const { secret } = JSON.parse(outputs.get('Add a webhook') ?? '');
    await site.pledge(await site.member('backer'), pool, 10_00);
    await expect.poll(() => receiver.received('/pasted').length, { timeout: 20_000 }).toBe(1);
    const [delivery] = receiver.received('/pasted');
    const signed = {
      secret,
      headers: Object.fromEntries(
        ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(delivery?.headers[name])]),
      ),
      body: delivery?.body ?? '',
    };
    for (const [name, language, title] of [
      ['node', 'js', 'Node.js'],
      ['python', 'python', 'Python'],
      ['php', 'php', 'PHP'],
    ] as const) {
      const code = (await codeOn(page, language)).get(title) ?? '';
      expect(code).toBe(receiverExamples[name]);
      if (!canRun(name)) continue;
      expect(await acceptsDelivery(name, code, signed), title).toBe(true);
      const changed = { ...signed, body: signed.body.replace('pledge.placed', 'pledge.paid') };
      expect(changed.body).not.toBe(signed.body);
      expect(await acceptsDelivery(name, code, changed), title).toBe(false);
    }
  });
});
