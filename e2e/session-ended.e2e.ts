import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { getCurrentUser, login } from '#contract/accounts.ts';
import { openDirectConversation } from '#contract/chat/chat.ts';
import { listComments } from '#contract/comments.ts';
import { conversationPath, paths } from '#contract/paths.ts';
import { poolTabPath } from '#contract/pools/pool-path.ts';
import { endOtherSessions, updateProfile } from '#contract/settings.ts';
import { axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import { type Member, password } from '#testing/journeys/http-site.ts';
import { chatConnection } from './chat-frames.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** Ends the session of the person's windows from another device, and returns that device's client. */
async function signOutElsewhere({ email }: Member) {
  const other = stage.site.app.client();
  await other.call(login, { body: { email, password } });
  await other.call(endOtherSessions);
  return other;
}
const question = (page: Page) => page.getByRole('dialog', { name: 'Sign in to continue' });
async function signInAbove(page: Page): Promise<void> {
  await question(page).getByLabel('Password', { exact: true }).fill(password);
  await question(page).getByRole('button', { name: 'Sign In' }).click();
  await question(page).waitFor({ state: 'detached' });
}

describe('a session that ended on another device', () => {
  it('keeps a comment, asks to sign in above it and then posts it', async () => {
    const { site } = stage;
    const [owner, fan] = await Promise.all([site.member('owner'), site.member('fan')]);
    const pool = await site.newPool(owner, null, { title: 'A song about the harbor' });
    stage.allow(/401 \(Unauthorized\)/);
    const page = await stage.window({ as: fan, width: 390, phone: true });
    await goTo(page, poolTabPath(pool.canonicalPath, 'comments'));
    const field = page.getByLabel('Write a comment');
    await field.fill('Please with a choir.');
    await signOutElsewhere(fan);
    await page.getByRole('button', { name: 'Post comment', exact: true }).click();
    await question(page).waitFor();
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'signed-out-comment');
    await question(page).getByLabel('Password', { exact: true }).fill('not the password');
    await question(page).getByRole('button', { name: 'Sign In' }).click();
    await question(page).getByText('Invalid username or password.').waitFor();
    expect(await field.inputValue()).toBe('Please with a choir.');
    await signInAbove(page);
    await page.getByRole('article').getByText('Please with a choir.').waitFor();
    const { comments } = await owner.client.call(listComments, { params: { id: pool.id } });
    expect(comments.map(({ content }) => content)).toEqual(['Please with a choir.']);
  });

  it('keeps the text of the settings, whose page a visitor may not see', async () => {
    const member = await stage.site.member('cleo');
    stage.allow(/401 \(Unauthorized\)/);
    const page = await stage.window({ as: member });
    await goTo(page, paths.settings);
    await page.getByLabel('Bio').fill('A long bio.');
    const other = await signOutElsewhere(member);
    // The chat's connection ends with the session.
    await question(page).waitFor({ timeout: 30_000 });
    expect(new URL(page.url()).pathname).toBe(paths.settings);
    // The focus returns to a page without typed text, and the browser closes the dialog, as on the second press of Android's back button.
    const bio = page.getByLabel('Bio').and(page.locator('textarea'));
    const setBio = (text: string) =>
      bio.evaluate((field: HTMLTextAreaElement, value) => {
        field.value = value;
      }, text);
    await setBio('');
    const checked = page.waitForResponse((response) => new URL(response.url()).pathname === getCurrentUser.path);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    expect((await checked).status()).toBe(401);
    await question(page).evaluate((dialog: HTMLDialogElement) => {
      dialog.dispatchEvent(new Event('cancel'));
      dialog.close();
    });
    await question(page).waitFor();
    await setBio('A long bio.');
    await signInAbove(page);
    expect(new URL(page.url()).pathname).toBe(paths.settings);
    expect(await page.getByLabel('Bio').inputValue()).toBe('A long bio.');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await waitForText(page, 'Profile saved');
    expect(await other.call(getCurrentUser)).toMatchObject({ bio: 'A long bio.' });
  });

  it('keeps a message and sends it after signing in again', async () => {
    const { site } = stage;
    const [one, two] = await Promise.all([site.member('dora'), site.member('eve')]);
    stage.allow(/401 \(Unauthorized\)/);
    const page = await stage.window({ as: one });
    const { id } = await one.client.call(openDirectConversation, { body: { otherUserId: two.id } });
    await goTo(page, conversationPath(id));
    const field = page.getByPlaceholder('Write a message');
    await field.fill('See you at the quay.');
    await signOutElsewhere(one);
    await question(page).waitFor({ timeout: 30_000 });
    await signInAbove(page);
    expect(await field.inputValue()).toBe('See you at the quay.');
    // The chat connects again. Until then it refuses to send.
    await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).isEnabled()).toBe(true);
    await field.press('Enter');
    await page.getByRole('log').getByText('See you at the quay.').waitFor();
  });

  it('keeps a message that was typed before the code that watches the session had arrived', async () => {
    const { site } = stage;
    const [one, two] = await Promise.all([site.member('iris'), site.member('jon')]);
    stage.allow(/401 \(Unauthorized\)/);
    const page = await stage.window({ as: one });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/watch-session-*.js', async (route) => {
      await released;
      await route.continue();
    });
    const { id } = await one.client.call(openDirectConversation, { body: { otherUserId: two.id } });
    await goTo(page, conversationPath(id));
    await page.getByPlaceholder('Write a message').fill('See you at the lock.');
    // The room has opened the connection.
    await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).isEnabled()).toBe(true);
    const refusal = chatConnection(page, 'refused');
    await signOutElsewhere(one);
    await refusal;
    release();
    await question(page).waitFor({ timeout: 30_000 });
    expect(await page.getByPlaceholder('Write a message').inputValue()).toBe('See you at the lock.');
  });

  it('becomes a visitor’s page when the person discards the text', async () => {
    const { site } = stage;
    const [owner, fan] = await Promise.all([site.member('owner'), site.member('fay')]);
    const pool = await site.newPool(owner, null, { title: 'A song about the quay' });
    stage.allow(/401 \(Unauthorized\)/);
    const page = await stage.window({ as: fan });
    await goTo(page, poolTabPath(pool.canonicalPath, 'comments'));
    await page.getByLabel('Write a comment').fill('Never sent.');
    await signOutElsewhere(fan);
    await page.getByRole('button', { name: 'Post comment', exact: true }).click();
    await question(page).getByRole('button', { name: 'Discard and continue signed out' }).click();
    await page
      .getByRole('link', { name: /sign in/i })
      .first()
      .waitFor();
    expect(await page.getByText('Never sent.').count()).toBe(0);
  });

  it('leads to the sign-in page from a form with a stored bio that was not changed', async () => {
    const member = await stage.site.member('gil');
    await member.client.call(updateProfile, { body: { bio: 'Stored before.' } });
    stage.allow(/401 \(Unauthorized\)/);
    const page = await stage.window({ as: member });
    await goTo(page, paths.settings);
    expect(await page.getByLabel('Bio').inputValue()).toBe('Stored before.');
    await signOutElsewhere(member);
    await page.waitForURL('**/auth?redirect=*', { timeout: 30_000 });
    expect(await question(page).count()).toBe(0);
  });
});

it('signing out in one tab ends the others, also one with typed text', async () => {
  const { site } = stage;
  const [owner, fan] = await Promise.all([site.member('owner'), site.member('hana')]);
  const pool = await site.newPool(owner, null, { title: 'A song about the pier' });
  stage.allow(/401 \(Unauthorized\)/);
  const page = await stage.window({ as: fan });
  await goTo(page, poolTabPath(pool.canonicalPath, 'comments'));
  await page.getByLabel('Write a comment').fill('Half a comment');
  const there = await page.context().newPage();
  await goTo(there, '/creators');
  await there.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sign Out' }).click();
  await there.waitForURL((url) => url.pathname === '/');
  await waitForHydration(there);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign In' }).waitFor();
  await expect.poll(() => question(page).count()).toBe(0);
  expect(await page.getByText('Half a comment').count()).toBe(0);
});
