import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { uploadImage } from '#contract/media.ts';
import { listMyPledges } from '#contract/pledges/pledges.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import { cards, type Member, password } from '#testing/journeys/http-site.ts';
import { enterCard, signIn } from './people.ts';
import { setStage } from './stage.ts';
import { areOneLine, widthWithLargeText } from './text-layout.ts';

const stage = setStage();
let owner: Member;
let pool: Pool;
let adult: Pool;

async function upload(who: Member, background: string): Promise<string> {
  const picture = await sharp({ create: { width: 800, height: 450, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'pool.png');
  return (await who.client.form(uploadImage, form)).id;
}

beforeAll(async () => {
  const { site } = stage;
  owner = await site.member('owner');
  owner.client.cookies.set('age_verified', '1');
  const creator = await site.creator();
  const imageIds = [await upload(owner, '#b4552d')];
  pool = await site.newPool(owner, creator, { title: 'A tour of the clock tower', fundingGoal: 500_00, imageIds });
  const velvet = { title: 'Velvet curtain rehearsal', categories: ['NSFW'], imageIds: [await upload(owner, '#a21')] };
  adult = await site.newPool(owner, creator, velvet);
  await site.admin.client.call(actOnPool, { params: { id: adult.id }, body: { action: 'open' } });
});

const aside = (page: Page) => page.getByRole('complementary', { name: 'Your pledge' });
const authFor = (mode: string, target: string) => `/auth?mode=${mode}&redirect=${encodeURIComponent(target)}`;
const addressOf = (page: Page) => page.url().slice(stage.site.app.url.length);

/** Returns the pledge form of the pool's page; on a phone opens it as a sheet. */
async function openForm(page: Page, phone: boolean) {
  if (!phone) return page.getByRole('main');
  await page.getByRole('button', { name: /^Pledge/ }).click();
  return page.getByRole('dialog', { name: 'Back this pool' });
}

async function fillRegister(page: Page): Promise<string> {
  const name = `new_${randomBytes(4).toString('hex')}`;
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Email', { exact: true }).fill(`${name}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  return `${name}@example.org`;
}

/** Checks that the chosen pledge is restored after signing in; returns its focused button. */
async function resumed(page: Page, phone: boolean) {
  await waitForHydration(page);
  const form = phone ? page.getByRole('dialog', { name: 'Back this pool' }) : page.getByRole('main');
  await form.getByText('You’re signed in.').filter({ visible: true }).waitFor();
  const button = form.getByRole('button', { name: 'Pledge $12', exact: true });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await form.getByLabel('Pledge anonymously').filter({ visible: true }).isChecked()).toBe(true);
  return button;
}

describe('the pool page of a visitor', () => {
  it('fits the narrowest phone and large text, and shows the chosen amount in forced colors', async () => {
    const { site } = stage;
    const rich = await site.newPool(owner, null, { title: 'A bridge of bells', fundingGoal: 50_000_00 });
    const [fan] = await site.crowd(1, 'pays');
    if (fan) await site.pledgeWithSavedCard(fan, rich, 10_000_00);
    const page = await stage.window({ width: 320, phone: true });
    await goTo(page, rich.canonicalPath);
    const figures = page.getByRole('complementary', { name: 'Pledge' }).locator('dd');
    expect(await figures.allTextContents()).toContain('$10,000');
    expect(await figures.evaluateAll(areOneLine)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(widthWithLargeText)).toBeLessThanOrEqual(390);
    await page.emulateMedia({ forcedColors: 'active' });
    const form = await openForm(page, true);
    await form.getByText('$5', { exact: true }).click();
    const amounts = form.locator('label:has(> input[type=radio])');
    const edges = () => amounts.evaluateAll((labels) => labels.map((label) => getComputedStyle(label).borderTopWidth));
    await expect.poll(edges).toEqual(['3px', '1px', '1px', '1px']);
  });
});

describe.each([
  { width: 1440, phone: false },
  { width: 390, phone: true },
])('a visitor who pledges, $width px wide', ({ width, phone }) => {
  it('registers with the pool in view and continues the pledge', async () => {
    const page = await stage.window({ width, phone });
    await goTo(page, pool.canonicalPath);
    const form = await openForm(page, phone);
    await form.getByText('Other', { exact: true }).click();
    await form.getByLabel('Amount in dollars').fill('1');
    await form.getByRole('button', { name: 'Pledge', exact: true }).click();
    await waitForText(page, 'The minimum pledge is $3');
    await form.getByLabel('Amount in dollars').fill('12');
    await form.getByText('Pledge anonymously').click();
    await form.getByRole('link', { name: 'Pledge $12' }).click();

    const target = `${pool.canonicalPath}?amount=1200&anonymous=1`;
    await page.waitForURL('**/auth?**');
    await waitForHydration(page);
    expect(addressOf(page)).toBe(authFor('register', target));
    await page.getByRole('heading', { level: 1, name: 'Create your account' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('originalPage'))).toBe(target);
    const shown = async () => {
      await aside(page)
        .getByRole('heading', { name: `Pledge $12 to ${pool.title}` })
        .waitFor();
      const picture = aside(page).locator('img');
      expect(await picture.getAttribute('src')).toBe(pool.imageUrl);
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    };
    await shown();
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.getByRole('link', { name: 'Sign in', exact: true }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor();
    expect(addressOf(page)).toBe(authFor('login', target));
    await shown();
    await page.reload();
    await waitForHydration(page);
    await shown();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await fillRegister(page);
    await page.getByRole('button', { name: 'Create account' }).click();

    await page.waitForURL(`**${target}`);
    await resumed(page, phone);
    await page.reload();
    await (await resumed(page, phone)).click();
    await enterCard(page, cards.pays);
    await page.waitForURL('**/payment/success?pledge=*');
    await page.getByRole('link', { name: 'Back to the pool' }).click();
    await waitForText(page, 'You pledged $12');
  });

  it('signs in and pledges with the saved card in one click', async () => {
    const { site } = stage;
    const fan = await site.member('fan');
    await site.giveCard(fan.id, 'pays');
    const page = await stage.window({ width, phone });
    await goTo(page, authFor('login', `${pool.canonicalPath}?amount=1200&anonymous=1`));
    await signIn(page, fan.email);
    await (await resumed(page, phone)).click();
    await waitForText(page, 'Your pledge is in');
    await page.waitForURL('**/payment/success?pledge=*');
    await page.getByRole('link', { name: 'Back to the pool' }).click();
    // The URL no longer contains the pledge.
    await page.waitForURL(`**${pool.canonicalPath}`);
    expect(await fan.client.call(listMyPledges)).toMatchObject([{ amountCents: 12_00, anonymous: true }]);
  });
});

describe('the pool next to the sign-in form', () => {
  it('shows an adult picture and title only to visitors who passed the age gate', async () => {
    const path = authFor('register', `${adult.canonicalPath}?amount=1000`);
    const html = await (await stage.site.app.client().raw('GET', path)).text();
    expect(html).not.toContain(adult.title);
    expect(html).not.toContain(adult.imageUrl);
    const page = await stage.window();
    await goTo(page, path);
    await aside(page).getByRole('heading', { name: 'Pledge $10 to an adult pool' }).waitFor();
    await page.context().addCookies([{ name: 'age_verified', value: '1', url: stage.site.app.url }]);
    await page.reload();
    await aside(page)
      .getByRole('heading', { name: `Pledge $10 to ${adult.title}` })
      .waitFor();
    expect(await aside(page).locator('img').getAttribute('src')).toBe(adult.imageUrl);
  });

  it('is not shown if the redirect target is no pledge or on another site', async () => {
    const page = await stage.window();
    for (const target of [
      '/',
      pool.canonicalPath,
      '/creators?amount=1000',
      `https://evil.example/pool/a?amount=1000`,
    ]) {
      await goTo(page, authFor('register', target));
      await page.getByRole('complementary', { name: 'How it works' }).waitFor();
      expect(await aside(page).count(), target).toBe(0);
    }
  });

  it('never pledges without a click, whatever the URL contains', async () => {
    const fan = await stage.site.member('fan');
    await stage.site.giveCard(fan.id, 'pays');
    const page = await stage.window({ as: fan });
    await goTo(page, `${pool.canonicalPath}?amount=1200&anonymous=1`);
    await resumed(page, false);
    expect(await fan.client.call(listMyPledges)).toEqual([]);
  });
});

describe('Google sign-in that this site has not set up', () => {
  const sentence = 'Google sign-in isn’t set up on this site.';

  it.each([
    ['login', 'Sign in with Google'],
    ['register', 'Sign up with Google'],
  ])('keeps its button, which shows a message and keeps the form: %s', async (mode, name) => {
    const page = await stage.window();
    await goTo(page, `/auth?mode=${mode}`);
    await page.getByLabel('Email', { exact: true }).fill('someone@example.org');
    expect(await page.getByText(sentence).count()).toBe(0);
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByText(sentence, { exact: true }).waitFor();
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('someone@example.org');
  });

  it('shows the message without JavaScript, too, and keeps the redirect target', async () => {
    const page = await stage.window({ noJs: true });
    const target = `${pool.canonicalPath}?amount=1000`;
    await page.goto(authFor('register', target));
    await page.getByRole('button', { name: 'Sign up with Google', exact: true }).click();
    await page.getByText(sentence, { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(target);
  });
});
