import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { creatorPath, userPath } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import type { TestClient } from '#testing/client.ts';
import { type CreatorMember, cards, type Member, password } from '#testing/journeys/http-site.ts';
import { markupFaults } from '#testing/markup.ts';
import { expectedScreen, listScreens, maySee, type Places, type Role, roles, type Screen } from './screens.ts';
import { directive, readPage } from './served-page.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let fan: Member;
let creator: CreatorMember;
let pool: Pool;
let places: Places;

const people = (): Record<Role, { client: TestClient } | undefined> => ({
  visitor: undefined,
  fan,
  creator,
  admin: stage.site.admin,
});
const clientOf = (role: Role) => people()[role]?.client ?? stage.site.app.client();
const notThere = /status of 404/;

beforeAll(async () => {
  const { site } = stage;
  [fan, creator] = await Promise.all([site.member('fan'), site.creator()]);
  const rich = await site.member('rich');
  pool = await site.newPool(rich, creator, { title: 'A song about the harbour at night' });
  await site.pledge(rich, pool, 20_00);
  const due = await site.funded(
    rich,
    creator,
    [
      { who: fan, cents: 20_00, card: cards.insufficient },
      { who: rich, cents: 30_00 },
    ],
    { floorCents: 40_00 },
  );
  const paid = await site.funded(rich, creator, [{ who: fan, cents: 30_00 }]);
  await site.pledgeIs(fan, paid.pledges[0]?.id ?? '', 'paid');
  places = {
    pool: pool.canonicalPath,
    creator: creatorPath(creator.username),
    pledgeId: due.pledges[0]?.id ?? '',
    paidPledgeId: paid.pledges[0]?.id ?? '',
    person: userPath(rich.username),
  };
});

/** The source expression for the only inline script of a page. */
function inlineScriptHash(html: string): string {
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => text ?? '');
  expect(scripts).toHaveLength(1);
  return `'sha256-${createHash('sha256')
    .update(scripts[0] ?? '')
    .digest('base64')}'`;
}

describe.each(roles)('for a %s, the page from the server', (role) => {
  it('has the right status, a unique short title, a description and a heading without JavaScript', async () => {
    const titles = new Map<string, string>();
    for (const place of listScreens(places).filter((screen) => maySee(role, screen))) {
      const { name, path, status } = expectedScreen(role, place);
      const { html, policy, ...answer } = await readPage(clientOf(role), path);
      const told = `${role} at ${path}`;
      expect(answer.status, told).toBe(status);
      expect(answer.title.length, `${told}: ${answer.title}`).toBeLessThanOrEqual(limits.titleTag);
      expect(answer.title, told).toMatch(/Fanfare$/);
      expect(answer.description, told).not.toBe('');
      expect(answer.description.length, told).toBeLessThanOrEqual(limits.metaDescription);
      expect(answer.heading, told).not.toBe('');
      expect(html.match(/<h1/g), `${told}: one h1`).toHaveLength(1);
      expect(html, told).toContain('<main');
      // The home view shows the feed and its title.
      const titled = name === 'home' ? 'feed' : name;
      expect(titles.get(answer.title) ?? titled, `${told}: ${answer.title} is another screen’s title`).toBe(titled);
      titles.set(answer.title, titled);
      expect(directive(policy, 'script-src'), told).toBe(`script-src ${inlineScriptHash(html)} 'strict-dynamic'`);
      expect(directive(policy, 'style-src'), told).not.toContain('unsafe');
    }
  });

  it('is valid HTML with distinguishable landmarks', async () => {
    const found = new Map<string, string>();
    for (const { path } of listScreens(places).filter((screen) => maySee(role, screen))) {
      const { html } = await readPage(clientOf(role), path);
      for (const fault of await markupFaults(html)) found.set(fault, `${role} at ${path}: ${fault}`);
    }
    expect([...found.values()].join('\n')).toBe('');
  });

  it('redirects from pages without permission', async () => {
    const refused = listScreens(places).filter((screen) => !maySee(role, screen));
    for (const { path } of refused) {
      const { status, location } = await readPage(clientOf(role), path);
      const away = role === 'visitor' ? `/auth?redirect=${encodeURIComponent(path)}` : '/';
      expect([status, location], `${role} at ${path}`).toEqual([302, away]);
    }
  });
});

/** The screens that axe checks for each role, because they look different for that role. */
const axeScreens: Record<Role, readonly string[] | 'all'> = {
  visitor: 'all',
  fan: ['home', 'pool', 'create-pool', 'account', 'messages', 'become-creator', 'payment'],
  creator: ['home', 'dashboard', 'dashboard-earnings', 'dashboard-terms', 'pool'],
  admin: [
    'home',
    'pool',
    'admin',
    'admin-users',
    'admin-pools',
    'admin-verifications',
    'admin-claims',
    'admin-content-claims',
    'admin-reports',
    'admin-chat',
    'admin-audit',
  ],
};

/**
 * Whether a role opens a path in the browser. Public screens look the same for creators and admins as for fans. If several paths show one
 * screen, the visitor opens all of them, or the fan if visitors may not see it. The other roles open one.
 */
function opensInBrowser(role: Role, place: Screen, name: string, isSeen: boolean): boolean {
  const isPublic = maySee('visitor', place);
  if (isSeen) return role === 'visitor' || (role === 'fan' && !isPublic);
  return role === 'visitor' || role === 'fan' || !isPublic || axeScreens[role].includes(name);
}

describe('in the browser', () => {
  async function walk(role: Role): Promise<string[]> {
    const page = await stage.window({ as: people()[role] });
    const found: string[] = [];
    const seen = new Set<string>();
    const wanted = axeScreens[role];
    for (const place of listScreens(places).filter((screen) => maySee(role, screen))) {
      const { name, path } = expectedScreen(role, place);
      if (!opensInBrowser(role, place, name, seen.has(name))) continue;
      await goTo(page, path);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      if (seen.has(name)) continue;
      seen.add(name);
      if (wanted === 'all' || wanted.includes(name)) found.push(...(await axe(page)));
    }
    await page.close();
    return found;
  }

  it('opens every page in every role without errors or serious axe findings in either theme', async () => {
    stage.allow(notThere);
    const found: string[] = [];
    const left = [...roles];
    // Two at a time, to use both cores.
    const walkers = [0, 1].map(async () => {
      for (let role = left.shift(); role; role = left.shift()) found.push(...(await walk(role)));
    });
    await Promise.all(walkers);
    expect(found.join('\n')).toBe('');
    // Four roles with two dozen screens each.
  }, 400_000);
});

describe('navigation', () => {
  it('returns to the protected URL after signing in', async () => {
    const page = await stage.window();
    const wanted = `/payment/${places.pledgeId}?from=mail&x=a%20b`;
    await goTo(page, wanted);
    expect(page.url()).toBe(`${stage.site.app.url}/auth?redirect=${encodeURIComponent(wanted)}`);
    await page.getByLabel('Email', { exact: true }).fill(fan.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL(`**${wanted}`);
    await page.getByRole('heading', { name: 'Payment required' }).waitFor();
  });

  it('protects pages in the browser as on the server', async () => {
    const page = await stage.window();
    await goTo(page, '/browse-tip-pools');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Create pool' }).click();
    await page.waitForURL('**/auth?redirect=%2Fpool%2Fcreate');
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  });

  it('shows "Page Not Found" for unknown paths', async () => {
    for (const path of ['/no/such/page', '/pool/no-such-pool', '/creator/nobody_here', '/tip-pool/a/b/c/d/e']) {
      const { status, title, heading, html } = await readPage(stage.site.app.client(), path);
      expect([status, title, heading], path).toEqual([404, 'Page Not Found | Fanfare', 'Page Not Found']);
      expect(html).toContain('content="noindex"');
    }
  });

  it('works without JavaScript', async () => {
    const page = await stage.window({ noJs: true });
    await page.goto('/');
    await waitForText(page, pool.title);
    await page.getByRole('link', { name: pool.title }).first().click();
    await page.getByRole('heading', { level: 1, name: pool.title }).waitFor();
    await waitForText(page, 'What happens to the money');
    await page.getByRole('meter').first().waitFor();
    await page.goto('/auth');
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    // getByText skips the content of noscript elements.
    const noScriptText = (text: string) => page.locator('noscript > p').filter({ hasText: text }).waitFor();
    await noScriptText('JavaScript is turned off in this browser.');
    await page.goto('/verify-email?token=anything');
    await noScriptText('Turn on JavaScript and reload this page to confirm your email.');
    await page.goto('/unsubscribe?token=anything');
    await noScriptText('We couldn’t read this link. Open it from the email again.');
  });
});

describe('the theme', () => {
  it('follows the system, can be switched, and is rendered by the server on the next page', async () => {
    const page = await stage.window({ theme: 'light' });
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await goTo(page, '/browse-tip-pools');
    const light = await paper();
    const other = await stage.window({ theme: 'dark' });
    await other.goto('/browse-tip-pools');
    const dark = await other.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(dark).not.toBe(light);
    const toggle = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Dark theme' });
    await toggle.click();
    await expect.poll(paper).toBe(dark);
    const response = await page.reload();
    expect(await response?.text()).toContain('<html lang="en" data-theme="dark">');
    expect(await paper()).toBe(dark);
    await waitForHydration(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Light theme' }).click();
    await expect.poll(paper).toBe(light);
  });
});

/** Presses Tab until the element with this name has the focus; each stop must be visible. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const stops: string[] = [];
  for (let press = 0; press < 80; press += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent;
      const ring = getComputedStyle(element).outlineStyle !== 'none' || element.matches('input');
      return { text: (label ?? element.textContent ?? '').trim(), ring };
    });
    stops.push(stop.text);
    if (typeof name === 'string' ? stop.text !== name : !name.test(stop.text)) continue;
    expect(stop.ring, `the focus on ${stop.text} cannot be seen`).toBe(true);
    return;
  }
  throw new Error(`Tab never reaches ${name}: ${stops.join(' | ')}`);
}

describe('using only the keyboard', () => {
  it('a fan can sign in, pledge and save a card', async () => {
    const { site } = stage;
    const kim = await site.member('kim');
    const page = await stage.window();
    await goTo(page, pool.canonicalPath);
    await tabTo(page, /^Pledge \$10$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await tabTo(page, 'Sign in');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await tabTo(page, 'Email');
    await page.keyboard.type(kim.email);
    await tabTo(page, 'Password');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${pool.canonicalPath}?amount=1000`);
    await waitForHydration(page);
    // The button already has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Pledge $10');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sandbox/checkout/**');
    await page.getByLabel('Card number').waitFor();
    await page.keyboard.type(cards.pays);
    await page.keyboard.press('Tab');
    await page.keyboard.type('12/34');
    await page.keyboard.press('Tab');
    await page.keyboard.type('123');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/payment/success**');
    await page.getByRole('heading', { name: /pledge is in|You are in/i }).waitFor();
  });
});
