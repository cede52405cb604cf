import { beforeAll, describe, expect, it } from 'vitest';
import { followCreator } from '#contract/creators/creators.ts';
import { updateProfile } from '#contract/settings.ts';
import { goTo, waitForText } from '#testing/browser.ts';
import type { CreatorMember, Member } from '#testing/journeys/http-site.ts';
import { setStage } from './stage.ts';
import { widthWithLargeText } from './text-layout.ts';

const stage = setStage();

let ada: Member;
let ben: Member;
let creator: CreatorMember;
const title = 'A waltz for the night bus';

beforeAll(async () => {
  const { site } = stage;
  [ada, ben, creator] = await Promise.all([site.member('ada'), site.member('benWWWWWWWW'), site.creator()]);
  await ben.client.call(updateProfile, { body: { displayName: 'Ben of the Bridge', bio: 'I like waltzes.' } });
  const pool = await site.newPool(ada, creator, { title, fundingGoal: 30_00 });
  await site.pledge(ben, pool, 30_00);
  await site.accept(creator, pool);
  await site.poolIs(pool.id, 'in_production');
  await ben.client.call(followCreator, { params: { username: creator.username } });
});

describe('people', () => {
  it('are found from two letters on, and the search survives back and forward', async () => {
    const page = await stage.window({ as: ada });
    await goTo(page, '/users');
    const box = page.getByLabel('Search users by name');
    await box.fill('b');
    await waitForText(page, 'Type at least 2 letters');
    expect(page.url()).not.toContain('search');
    await box.fill('be');
    await page.waitForURL('**/users?search=be');
    await page.getByRole('link', { name: 'Ben of the Bridge' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ben of the Bridge' }).waitFor();
    expect(page.url()).toContain(`/user/${ben.username}`);
    await page.goBack();
    await expect.poll(() => box.inputValue()).toBe('be');
    await box.fill('no one has this name');
    await waitForText(page, 'No users found');
    await page.getByRole('link', { name: 'Show all users' }).click();
    await page.getByRole('link', { name: 'Ben of the Bridge' }).waitFor();
  });

  it('are searched by every letter typed while an earlier search loads', async () => {
    const page = await stage.window({ as: ada });
    await goTo(page, '/users');
    const box = page.getByLabel('Search users by name');
    const release = Promise.withResolvers<void>();
    const requested = Promise.withResolvers<void>();
    await page.route(/search=be(&|$)/, async (route) => {
      requested.resolve();
      await release.promise;
      await route.continue();
    });
    await box.pressSequentially('be');
    await requested.promise;
    await box.press('n');
    release.resolve();
    await page.waitForURL('**/users?search=ben');
    expect(await box.inputValue()).toBe('ben');
  });

  it('show pools they started, back and follow on a phone, and can hide the pools they back', async () => {
    const page = await stage.window({ width: 390, phone: true });
    await goTo(page, `/user/${ben.username.toUpperCase()}`);
    expect(page.url()).toContain(`/user/${ben.username}`);
    await waitForText(page, 'I like waltzes.');
    await waitForText(page, 'Ben of the Bridge has not started a tip pool yet');
    const tabs = page.getByRole('navigation', { name: 'Activity of Ben of the Bridge' });
    await tabs.getByRole('link', { name: /^Backing/ }).click();
    await page.getByRole('link', { name: title }).waitFor();
    await tabs.getByRole('link', { name: /^Following/ }).click();
    await page.getByRole('link', { name: 'Maya Reyes' }).waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    expect(await page.evaluate(widthWithLargeText)).toBeLessThanOrEqual(390);

    await ben.client.call(updateProfile, { body: { backsPrivate: true } });
    await goTo(page, `/user/${ben.username}?show=backs`);
    await waitForText(page, 'This list is private');
    expect(await page.content()).not.toContain(title);
    await ben.client.call(updateProfile, { body: { backsPrivate: false } });
  });

  it('can be blocked and unblocked in the menu of their profile', async () => {
    const page = await stage.window({ as: ada });
    await goTo(page, `/user/${ben.username}`);
    const more = page.getByRole('button', { name: `More about @${ben.username}` });
    await more.click();
    await page.getByRole('menuitem', { name: 'Block' }).click();
    const dialog = page.getByRole('dialog', { name: `Block @${ben.username}?` });
    await dialog.getByRole('button', { name: 'Block' }).click();
    await waitForText(page, 'You blocked this person');
    await more.click();
    await page.getByRole('menuitem', { name: 'Unblock' }).click();
    await waitForText(page, `@${ben.username} is no longer blocked`);
    await page.getByText('You blocked this person').waitFor({ state: 'detached' });
  });
});

describe('a picture that does not load', () => {
  it('is replaced by initials, and is requested only through our image proxy', async () => {
    const picture = 'https://pictures.invalid/ben.png';
    await stage.site.sql`update users set avatar_url = ${picture} where id = ${ben.id}`;
    stage.allow(/status of 4\d\d/);
    const page = await stage.window();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await goTo(page, `/user/${ben.username}`);
    const avatar = page.locator('main .avatar').first();
    await avatar.locator('img').waitFor({ state: 'hidden' });
    expect(await avatar.textContent()).toBe('BB');
    const proxied = asked.filter((url) => url.includes('pictures.invalid')).map((url) => new URL(url).pathname);
    expect(new Set(proxied)).toEqual(new Set(['/api/image-proxy']));
    await stage.site.sql`update users set avatar_url = null where id = ${ben.id}`;
  });
});

describe('my account', () => {
  it('shows receipts of payments, and pledges and pools by state', async () => {
    const page = await stage.window({ as: ben });
    await goTo(page, '/my-account');
    const filters = page.getByRole('navigation', { name: 'Pledges by state' });
    await filters.getByRole('link', { name: 'Payment due' }).click();
    await waitForText(page, 'You have no pledges here yet');
    await filters.getByRole('link', { name: 'Paid' }).click();
    await page.getByRole('listitem').filter({ hasText: title }).waitFor();
    await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Receipts' }).click();
    await page.getByRole('link', { name: `Receipt for ${title}` }).click();
    await page.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor();
    for (const sum of ['$27.33', '$1.50', '$1.17', '$30.00']) await waitForText(page, sum);
    await page.getByText('Held for this pool until it is delivered.').waitFor();

    const other = await stage.window({ as: ada });
    await goTo(other, '/my-account?show=pools');
    const states = other.getByRole('navigation', { name: 'Pools by state' });
    await states.getByRole('link', { name: /^Being made/ }).click();
    await other.getByRole('link', { name: title }).waitFor();
    await states.getByRole('link', { name: /^Ended/ }).click();
    await waitForText(other, 'You have no pools here yet');
  });
});
