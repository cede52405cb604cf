import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setRequestTerms } from '#contract/creators/request-terms.ts';
import { listMyPledges } from '#contract/pledges/pledges.ts';
import { axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import { type CreatorMember, cards } from '#testing/journeys/http-site.ts';
import { continueTo, fillGoal, fillIdea, publishPool } from './create-pool-form.ts';
import { enterCard } from './people.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const idea = { title: 'A waltz for the last tram', description: 'Three minutes, with the bell of the tram in it.' };
let creator: CreatorMember;

beforeAll(async () => {
  creator = await stage.site.creator();
  const terms = { categories: ['Music'], minimumGoal: 200_00, declinesBelowMinimum: true, languages: [], declines: '' };
  await creator.client.call(setRequestTerms, { body: { ...terms, away: false, awayUntil: null } });
});

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const rail = (page: Page) => page.getByRole('navigation', { name: 'Steps' });
const doneSteps = (page: Page) => rail(page).locator('[data-done]').allTextContents();
const currentStep = (page: Page) => rail(page).locator('[aria-current="step"]').textContent();
const primaries = (page: Page) => page.getByRole('main').locator('.btn-primary:visible').allTextContents();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe.each([
  { width: 390, phone: true },
  { width: 1440, phone: false },
])('the form of a new pool, $width px wide', ({ width, phone }) => {
  const open = async (path = '/pool/create') => {
    const page = await stage.window({ as: await stage.site.member('asker'), width, height: phone ? 844 : 900, phone });
    await goTo(page, path);
    return page;
  };

  const photograph = async (page: Page, name: string) => {
    await photographAll(page, name);
    await page.setViewportSize({ width, height: 844 });
  };

  it('shows one step with one primary button, and a check mark only for a completed step', async () => {
    const page = await open();
    expect(await rail(page).getByRole('link').count()).toBe(3);
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual(
      phone ? ['Your idea'] : ['Your idea', 'Preview'],
    );
    expect(await primaries(page)).toEqual(['Continue']);
    expect(await currentStep(page)).toContain('Your idea');
    if (!phone) {
      const preview = await page.getByRole('complementary', { name: 'Preview' }).textContent();
      expect(preview).not.toContain('$0');
      expect(preview).toContain('No goal yet');
    }
    await photograph(page, `create-1-${width}`);
    await button(page, 'Continue').click();
    await waitForText(page, 'Title is required');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title');
    expect(await doneSteps(page)).toEqual([]);
    expect(await axe(page)).toEqual([]);

    await fillIdea(page, idea);
    expect(await focused(page)).toBe('Creator and goal');
    expect(await currentStep(page)).toContain('Creator and goal');
    expect(await doneSteps(page)).toEqual([expect.stringContaining('Your idea')]);
    expect(await primaries(page)).toEqual(['Continue']);
    expect(await page.getByLabel('Title').isVisible()).toBe(false);
    expect(await axe(page)).toEqual([]);
    await photograph(page, `create-2-${width}`);

    await fillGoal(page, 120);
    expect(await focused(page)).toBe('Picture and preview');
    expect((await doneSteps(page)).length).toBe(2);
    expect(await primaries(page)).toEqual(['Create pool']);
    await page
      .getByText(/\$0\s*of \$120/)
      .filter({ visible: true })
      .waitFor();
    expect(await axe(page)).toEqual([]);
    await photograph(page, `create-3-${width}`);
  });

  it('goes back and forward by button, history, link and reload without losing text', async () => {
    const page = await open();
    await fillIdea(page, idea);
    await page.getByLabel('Goal').fill('450');
    await button(page, 'Back').click();
    await page.getByRole('heading', { name: 'Your idea' }).waitFor();
    expect(await focused(page)).toBe('Your idea');
    expect(await page.getByLabel('Title').inputValue()).toBe(idea.title);
    await page.getByLabel('Title').fill('A tango for the last tram');
    await page.goForward();
    await page.getByRole('heading', { name: 'Creator and goal' }).waitFor();
    expect(await page.getByLabel('Goal').inputValue()).toBe('450');
    await rail(page)
      .getByRole('link', { name: /^3?\s*Picture and preview/ })
      .click();
    await page.getByRole('heading', { name: 'Picture and preview' }).waitFor();
    await page.waitForFunction(() => localStorage.length > 0);
    await page.reload();
    await waitForHydration(page);
    await page.getByRole('heading', { name: 'Picture and preview' }).waitFor();
    await publishPool(page);
    await waitForText(page, 'Your pool is open');
    await page.getByRole('heading', { level: 1, name: 'A tango for the last tram' }).waitFor();
  });

  it('leads out of the form with the Back link, and starts over without a way into later steps', async () => {
    const page = await open('/browse-tip-pools');
    await page
      .getByRole('link', { name: /^Create/ })
      .filter({ visible: true })
      .first()
      .click();
    await page.waitForURL('**/pool/create');
    await fillIdea(page, idea);
    await button(page, 'Back').click();
    await page.getByRole('heading', { name: 'Your idea' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Back', exact: true }).click();
    await page.waitForURL('**/browse-tip-pools');

    await goTo(page, '/pool/create');
    await fillIdea(page, idea);
    await fillGoal(page, 120);
    await button(page, 'Start over').click();
    await button(page, 'Discard draft').click();
    await page.getByRole('heading', { name: 'Your idea' }).waitFor();
    await page.goBack();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.getByRole('heading', { name: 'Your idea' }).waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('');
  });

  it('leads to the first unfinished step and field', async () => {
    const page = await open('/pool/create?step=look');
    await page.getByRole('heading', { name: 'Your idea' }).waitFor();
    await fillIdea(page, idea);
    await rail(page)
      .getByRole('link', { name: /Picture and preview/ })
      .click();
    await waitForText(page, 'Goal is required');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('fundingGoal');
    await page.getByLabel('Goal').fill('450');
    await rail(page)
      .getByRole('link', { name: /Your idea/ })
      .click();
    await page.getByLabel('Title').fill('');
    await page.goBack();
    await button(page, 'Continue').click();
    await waitForText(page, 'Title is required');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title');
  });

  it('says at once which goal and categories the chosen creator takes', async () => {
    const page = await open();
    await fillIdea(page, { ...idea, category: 'Comedy' });
    await page.getByLabel('Goal').fill('50');
    await waitForText(page, 'US dollars, $10 to $100,000.');
    await page.getByRole('combobox', { name: 'Creator' }).pressSequentially(creator.username.slice(0, 12));
    await page.getByRole('option', { name: creator.username }).waitFor();
    await page.keyboard.press('Enter');
    await waitForText(page, 'US dollars, $200 to $100,000. Maya Reyes takes requests with a goal of $200 or more.');
    await waitForText(page, 'This creator takes requests from $200.');
    await waitForText(page, 'This creator takes requests in Music only.');
    expect(await axe(page)).toEqual([]);
    await photograph(page, `create-terms-${width}`);
    await button(page, 'Change your categories').click();
    await page.getByRole('heading', { name: 'Your idea' }).waitFor();
    await button(page, 'Comedy').click();
    await fillIdea(page, {});
    await fillGoal(page, 200);
  });

  it('adds a creator on the spot and chooses them', async () => {
    const page = await open();
    await stage.site.sql`update users set email_verified_at = now() where email_verified_at is null`;
    const name = phone ? 'Zelda Quill' : 'Orbit Fox';
    await fillIdea(page, idea);
    await page.getByRole('combobox', { name: 'Creator' }).fill(name);
    await waitForText(page, `We found no creator named “${name}”.`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Creator and goal' }).waitFor();
    await photograph(page, `create-add-${width}`);
    await button(page, `Add “${name}”`).click();
    const dialog = page.getByRole('dialog', { name: 'Add a Creator' });
    expect(await dialog.getByLabel('Full name').inputValue()).toBe(name);
    await dialog.getByLabel('Username').fill(`zelda_${width}`);
    await dialog.getByLabel('Category').selectOption('Music');
    await dialog.getByLabel('Platform of link 1').selectOption('youtube');
    await dialog.getByLabel('URL of link 1').fill(`https://example.com/zelda-${width}`);
    await button(page, 'Add creator').click();
    await waitForText(page, 'Creator added successfully!');
    await page.getByRole('region', { name: 'Who makes it' }).getByText(name).waitFor();
    await page.getByRole('heading', { name: 'Creator and goal' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await fillGoal(page, 60);
    await publishPool(page);
    await waitForText(page, `requested from ${name}`);
  });

  it('chooses the creator who is already here instead of adding them again', async () => {
    const page = await open();
    await stage.site.sql`update users set email_verified_at = now() where email_verified_at is null`;
    await fillIdea(page, idea);
    await page.getByRole('combobox', { name: 'Creator' }).fill('Umbra Vale');
    await button(page, 'Add “Umbra Vale”').click();
    const dialog = page.getByRole('dialog', { name: 'Add a Creator' });
    await dialog.getByLabel('Full name').fill('Maya Reyes');
    await dialog.getByRole('button', { name: /^Maya Reyes/ }).click();
    await waitForText(page, 'Creator already exists');
    await waitForText(page, 'Maya Reyes is already in our database.');
    await page.getByRole('region', { name: 'Who makes it' }).getByText('Maya Reyes').first().waitFor();
  });

  it('asks the owner for the first pledge, in the pledge box', async () => {
    const fan = await stage.site.member('fan');
    const page = await stage.window({ as: fan, width, height: phone ? 844 : 900, phone });
    await goTo(page, '/pool/create');
    await fillIdea(page, { ...idea, title: `A polka, ${width}` });
    await page.getByLabel('Goal').fill('90');
    await continueTo(page, 'Picture and preview');
    const { promise: clicked, resolve: releaseBox } = Promise.withResolvers<void>();
    await page.route('**/assets/pledge-box-*.js', async (route) => {
      await clicked;
      await route.continue();
    });
    await publishPool(page);
    const news = page.getByRole('region', { name: 'Your pool is open' });
    await news.getByRole('button', { name: 'Share this pool' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await photograph(page, `create-published-${width}`);
    await news.getByRole('button', { name: 'Make the first pledge' }).click();
    releaseBox();
    const form = phone ? page.getByRole('dialog', { name: 'Back this pool' }) : page.getByRole('main');
    const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement).type);
    if (!phone) await expect.poll(focused).toBe('radio');
    await form.getByRole('button', { name: /^Pledge \$\d/ }).click();
    await enterCard(page, cards.pays);
    await page.waitForURL('**/payment/success?pledge=*');
    const pledges = await fan.client.call(listMyPledges);
    expect(pledges.some(({ poolTitle }) => poolTitle === `A polka, ${width}`)).toBe(true);
  });
});
