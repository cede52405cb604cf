import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { getWordFilter, setWordFilter } from '#contract/admin/chat-moderation.ts';
import { getRequestTerms, setRequestTerms } from '#contract/creators/request-terms.ts';
import { dashboardViewPath, paths } from '#contract/paths.ts';
import { poolTabPath } from '#contract/pools/pool-path.ts';
import { editPool, getPool } from '#contract/pools/pools.ts';
import { updateProfile } from '#contract/settings.ts';
import { editUpdate, listUpdates, postUpdate } from '#contract/updates.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const clash = 'This was changed in another tab or on another device.';
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: clash });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('a form that was saved in another tab meanwhile', () => {
  it('shows both texts of a pool and saves the chosen ones', async () => {
    const { site } = stage;
    const [owner, creator] = await Promise.all([site.member('owner'), site.creator()]);
    const pool = await site.newPool(owner, creator, { title: 'A song about the harbor', fundingGoal: 500_00 });
    const params = { id: pool.id };
    stage.allow(/409 \(Conflict\)/);
    const page = await stage.window({ as: owner, width: 390, phone: true });
    await goTo(page, pool.canonicalPath);
    await page.getByRole('button', { name: /^More/ }).first().click();
    await page.getByRole('menuitem', { name: 'Edit pool' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit pool' });
    await dialog.getByLabel('Title').fill('My title of the song');
    await dialog.getByLabel('Description').fill('My description of the song, which is long.');
    const theirs = { title: 'Their title of the song', fundingGoal: 700_00 };
    await owner.client.call(editPool, { params, body: theirs });

    await dialog.getByRole('button', { name: 'Save' }).click();
    await notice(page).getByText('Their title of the song').waitFor();
    await notice(page).getByText('My title of the song').waitFor();
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'two-edits-pool');
    // The goal was changed by the other edit only, and the description by this one only.
    expect(await dialog.getByLabel('Goal').inputValue()).toBe('700');
    expect(await owner.client.call(getPool, { params })).toMatchObject(theirs);
    await notice(page).getByRole('button', { name: 'Use the saved version (Title)' }).click();
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Their title of the song');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await owner.client.call(getPool, { params })).toMatchObject({
      ...theirs,
      description: 'My description of the song, which is long.',
    });
  });

  it('merges edits of different fields at once', async () => {
    const member = await stage.site.member('ada');
    const [first, second] = [await stage.window({ as: member }), await stage.window({ as: member })];
    stage.allow(/409 \(Conflict\)/);
    for (const page of [first, second]) await goTo(page, paths.settings);
    await first.getByLabel('Bio').fill('I sing at sea.');
    await press(first, 'Save profile');
    await waitForText(first, 'Profile saved');
    await second.getByLabel('Display name').fill('Ada Lovelace');
    await press(second, 'Save profile');
    await waitForText(second, 'Profile saved');
    expect(await second.getByLabel('Bio').inputValue()).toBe('I sing at sea.');
    expect(await member.client.call(getCurrentUser)).toMatchObject({
      displayName: 'Ada Lovelace',
      bio: 'I sing at sea.',
    });
  });

  it('treats a vacation and its last day as one field', async () => {
    const creator = await stage.site.creator();
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
    await creator.client.call(setRequestTerms, { body: { away: true, awayUntil: inDays(7) } });
    const page = await stage.window({ as: creator });
    stage.allow(/409/);
    await goTo(page, dashboardViewPath('terms'));
    await page.getByLabel('Back on').fill(inDays(21).slice(0, 10));
    await creator.client.call(setRequestTerms, { body: { away: false, awayUntil: null } });
    await press(page, 'Save terms');
    await notice(page)
      .getByText(/^On until /)
      .waitFor();
    await notice(page).getByRole('button', { name: 'Keep mine (Vacation mode)' }).click();
    await press(page, 'Save terms');
    await notice(page).waitFor({ state: 'detached' });
    const saved = await creator.client.call(getRequestTerms);
    expect(saved).toMatchObject({ away: true, awayUntil: `${inDays(21).slice(0, 10)}T12:00:00.000Z` });
  });

  it('keeps the typed bio beside the saved one', async () => {
    const member = await stage.site.member('bea');
    const page = await stage.window({ as: member });
    stage.allow(/409 \(Conflict\)/);
    await goTo(page, paths.settings);
    await page.getByLabel('Bio').fill('Mine.');
    await member.client.call(updateProfile, { body: { bio: 'Theirs.' } });
    await press(page, 'Save profile');
    await notice(page).getByText('Theirs.').waitFor();
    expect(await page.getByLabel('Bio').inputValue()).toBe('Mine.');
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'two-edits-profile');
    await notice(page).getByRole('button', { name: 'Keep mine (Bio)' }).click();
    await press(page, 'Save profile');
    await waitForText(page, 'Profile saved');
    expect(await member.client.call(getCurrentUser)).toMatchObject({ bio: 'Mine.' });
  });

  it('shows both texts of an update', async () => {
    const { site } = stage;
    const [owner, creator] = await Promise.all([site.member('owner'), site.creator()]);
    const pool = await site.newPool(owner, creator, { title: 'A song about the quay', fundingGoal: 500_00 });
    const posted = await creator.client.call(postUpdate, {
      params: { id: pool.id },
      body: { content: 'As posted', audience: 'everyone', requestKey: randomUUID() },
    });
    stage.allow(/409 \(Conflict\)/);
    const page = await stage.window({ as: creator });
    await goTo(page, poolTabPath(pool.canonicalPath, 'updates'));
    await page.getByRole('button', { name: 'Edit the update' }).click();
    await page.getByRole('textbox', { name: 'Edit the update' }).fill('My text');
    await creator.client.call(editUpdate, { params: { id: posted.id }, body: { content: 'Their text' } });
    await press(page, 'Save');
    await notice(page).getByText('Their text').waitFor();
    await photographAll(page, 'two-edits-update');
    await press(page, 'Save');
    await waitForText(page, 'Update saved');
    const { updates } = await creator.client.call(listUpdates, { params: { id: pool.id } });
    expect(updates[0]).toMatchObject({ content: 'My text' });
  });

  it('keeps an admin’s words beside those of another admin', async () => {
    const { site } = stage;
    const reason = 'Testing the filter.';
    await site.admin.client.call(setWordFilter, { body: { blockedWords: ['rat'], reason } });
    const page = await stage.window({ as: site.admin });
    stage.allow(/409 \(Conflict\)/);
    await goTo(page, '/admin/chat');
    await page.getByLabel('Blocked words').fill('rat\nmine');
    await site.admin.client.call(setWordFilter, { body: { blockedWords: ['rat', 'theirs'], reason } });
    await press(page, 'Save…');
    await page.getByRole('dialog').getByLabel('Reason').fill(reason);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await press(page, 'Show the current state');
    const words = page.getByRole('alert').filter({ hasText: 'Someone has changed the blocked words in the meantime.' });
    await words.getByText('rat\ntheirs').waitFor();
    expect(await page.getByLabel('Blocked words').inputValue()).toBe('rat\nmine');
    await press(page, 'Save…');
    await page.getByRole('dialog').getByLabel('Reason').fill(reason);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await waitForText(page, '2 words in the filter.');
    expect(await site.admin.client.call(getWordFilter)).toMatchObject({ blockedWords: ['mine', 'rat'] });
  });
});
