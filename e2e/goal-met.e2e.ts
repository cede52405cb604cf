import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from '#contract/pools/pools.ts';
import { axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import { cards, type Member } from '#testing/journeys/http-site.ts';
import { readOutbox } from '#testing/outbox.ts';
import { keepFallbackFonts, shiftedSoFar } from './layout-shifts.ts';
import { choosePledge, enterCard } from './people.ts';
import { setStage } from './stage.ts';

/** A pledge meets the goal while others have the pool open. Each test continues where the previous one ended. */
const stage = setStage({ keepWindows: true });

let first: Member;
let last: Member;
let pool: Pool;
let hers: Page;
let calm: Page;
let his: Page;

const meterOf = (page: Page) => page.getByRole('main').getByRole('meter').first().getAttribute('aria-valuetext');
const banner = (page: Page) => page.getByRole('region', { name: 'Goal met', exact: true });
const sky = (page: Page) => page.locator('canvas[data-fired]');
const told = (page: Page) => page.getByRole('status').filter({ hasText: 'Goal met!' }).first();

/** Runs in the page: the fan's avatar arrives with an animation, in which its letters are pale. */
async function animationsEnd(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

beforeAll(async () => {
  const { site } = stage;
  const creator = await site.creator();
  [first, last] = await Promise.all([site.member('ada'), site.member('ben')]);
  pool = await site.newPool(await site.member('owner'), creator, { title: 'A lighthouse waltz', fundingGoal: 50_00 });
  await site.pledge(first, pool, 30_00, cards.pays);
});

describe('the card page', () => {
  it('shows the pool and formats the card while the fan types or pastes', async () => {
    his = await stage.window({ as: last, motion: true });
    await keepFallbackFonts(stage, his);
    await goTo(his, pool.canonicalPath);
    await choosePledge(his, 20);
    await his.waitForURL('**/sandbox/checkout/**');
    await his.getByText('Your pledge of $20.00 for "A lighthouse waltz"', { exact: true }).waitFor();
    await his.getByText('charged later only if the goal is met').waitFor();
    const number = his.getByLabel('Card number');
    await number.pressSequentially('42424242');
    expect(await number.inputValue()).toBe('4242 4242');
    // A digit in the middle keeps the caret behind it.
    for (let step = 0; step < 6; step += 1) await number.press('ArrowLeft');
    await number.pressSequentially('99');
    expect(await number.inputValue()).toBe('4249 9242 42');
    await his.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await his.evaluate((text) => navigator.clipboard.writeText(text), '4000-0000-0000-0002');
    await number.press('ControlOrMeta+a');
    await number.press('ControlOrMeta+v');
    expect(await number.inputValue()).toBe('4000 0000 0000 0002');
    await his.getByLabel('Expiry').pressSequentially('334');
    expect(await his.getByLabel('Expiry').inputValue()).toBe('03 / 34');
    expect(await his.getByLabel('Expiry').getAttribute('autocomplete')).toBe('cc-exp');
    await his.getByLabel('Security code').pressSequentially('12a3');
    expect(await axe(his)).toEqual([]);
  });

  it('sends the fan of a declined card to a page that says what happened and what to do', async () => {
    await his.getByRole('button', { name: 'Save card' }).click();
    await his.getByRole('heading', { level: 1, name: 'Your card was not saved' }).waitFor();
    await waitForText(his, /Your card was declined\. Nothing was charged\./);
    await his.getByText('Your $20 pledge is waiting for a card').waitFor();
    await his.getByRole('meter').waitFor();
    await waitForHydration(his);
    expect(await axe(his)).toEqual([]);
    await his.getByRole('button', { name: 'Try again' }).click();
    await his.waitForURL('**/sandbox/checkout/**');
    await his.getByRole('link', { name: 'Cancel and go back' }).click();
    await his
      .getByRole('heading', { level: 1, name: /^(?:Your card was not saved|You haven’t saved a card yet)$/ })
      .waitFor();
  });
});

describe('the pledge that meets the goal', () => {
  it('shows its fan the success page with the meter, the dates and sharing', async () => {
    hers = await stage.window({ as: first, motion: true });
    calm = await stage.window();
    for (const page of [hers, calm]) await goTo(page, pool.canonicalPath);
    expect(await meterOf(hers)).toMatch(/^\$30 pledged of \$50/);
    await waitForHydration(his);
    await his.getByRole('button', { name: /^(?:Try again|Enter a card)$/ }).click();
    await enterCard(his, cards.pays);
    await his.waitForURL('**/payment/success?pledge=*');
    await his.getByRole('heading', { level: 1, name: 'Your pledge met the goal!' }).waitFor();
    await waitForHydration(his);
    expect(await meterOf(his)).toMatch(/^\$50 pledged of \$50, 100%/);
    await sky(his).waitFor({ state: 'attached' });
    const { responseDueAt } = (await stage.site.pool(pool.id)).clocks;
    const day = new Date(responseDueAt ?? '').toLocaleDateString('en-US', {
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    });
    await his.getByText(new RegExp(`They have until ${day}, \\d{4} to accept or decline`)).waitFor();
    await his.getByText('You and 1 other fan back this pool.').waitFor();
    await his.evaluate(animationsEnd);
    expect(await axe(his)).toEqual([]);
    // The sentence about the creator's news becomes one line longer when a job has put the pledge into their summary.
    expect(await his.evaluate(shiftedSoFar)).toBeLessThan(0.004);
    await his.getByRole('button', { name: 'Share this pool' }).click();
    const link = his.getByRole('dialog', { name: 'Share' }).getByLabel('Link', { exact: true });
    expect(await link.inputValue()).toBe(stage.site.app.url + pool.canonicalPath);
    await his.keyboard.press('Escape');
  });

  it('is celebrated live for everyone who has the pool open', async () => {
    await banner(hers).waitFor();
    await sky(hers).waitFor({ state: 'attached' });
    expect(await told(hers).textContent()).toBe('Goal met! $50 of $50 pledged by 2 fans.');
    expect(await meterOf(hers)).toMatch(/^\$50 pledged of \$50, 100%/);
    expect(await axe(hers)).toEqual([]);
  });

  it('stays calm for people who ask for less motion', async () => {
    await banner(calm).waitFor();
    expect(await sky(calm).count()).toBe(0);
    expect(await told(calm).textContent()).toContain('Goal met!');
    await calm.getByRole('button', { name: 'Close' }).click();
    await banner(calm).waitFor({ state: 'detached' });
  });

  it('is celebrated once, and not for visitors who come later', async () => {
    await hers.reload();
    await his.reload();
    const visitor = await stage.window({ motion: true });
    await goTo(visitor, pool.canonicalPath);
    for (const page of [hers, his, visitor]) {
      await waitForHydration(page);
      await page.waitForTimeout(300);
      expect([await banner(page).count(), await sky(page).count()]).toEqual([0, 0]);
    }
    await waitForText(visitor, 'Goal met');
  });

  it('is mailed to the fans and the owner, with the picture and the meter', async () => {
    await stage.site.app.settle();
    const [theirs] = (await readOutbox(stage.site.app, first.email)).filter(({ subject }) => subject?.includes('goal'));
    expect(theirs?.subject).toBe('A pool you back met its goal · Fanfare');
    expect(theirs?.html).toContain(`/share/pool/${pool.id}.jpg`);
    expect(theirs?.text).toContain('$50 of $50 · 100% · 2 fans');
    const own = (await readOutbox(stage.site.app, last.email)).map(({ subject }) => subject);
    expect(own).toContain('Your pledge met the goal · Fanfare');
  });
});
