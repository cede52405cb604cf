import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addComment, likeComment } from '#contract/comments.ts';
import { poolTabPath } from '#contract/pools/pool-path.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { answerTo, axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { continueTo, fillIdea, publishPool } from './create-pool-form.ts';
import { keepFallbackFonts, shiftedSoFar } from './layout-shifts.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let owner: Member;
let fan: Member;
let song: Pool;

beforeAll(async () => {
  const { site } = stage;
  [owner, fan] = await Promise.all([site.member('owner'), site.member('fan')]);
  song = await site.newPool(owner, await site.creator(), { title: 'A song about the harbour' });
  await site.newPool(owner, null, { title: 'A sketch in a kitchen' });
});

const comments = (page: Page) => page.getByRole('region', { name: /^Comments/ });
const says = (page: Page, name: string | RegExp) => comments(page).getByRole('article', { name });
const heart = (page: Page, title: string) => page.getByRole('button', { name: `Like ${title}` });
/** Chooses an item of a menu. */
async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);

describe('likes', () => {
  it('add pools to the favorites and remove them without a reload', async () => {
    const page = await stage.window({ as: fan, width: 390, phone: true });
    await goTo(page, '/favorites');
    await waitForText(page, 'No favorites yet');
    await page.getByRole('main').getByRole('link', { name: 'Browse pools' }).click();
    await heart(page, song.title).click();
    await toast(page, 'Added to Favorites').waitFor();
    await toast(page, 'You can view this tip pool in your Favorites.').waitFor();
    expect(await heart(page, song.title).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'View' }).click();
    await page.waitForURL('**/favorites');
    await waitForText(page, song.title);
    await page.reload();
    await page.getByRole('link', { name: song.title }).click();
    const like = page.getByRole('button', { name: /^Like 1$/ });
    await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
    await page.goBack();
    await expect.poll(() => heart(page, song.title).getAttribute('aria-pressed')).toBe('true');
    await heart(page, song.title).click();
    await waitForText(page, 'No favorites yet');
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForText(page, song.title);
  });

  it('ask a visitor to sign in', async () => {
    const page = await stage.window();
    await goTo(page, '/browse-tip-pools');
    await heart(page, song.title).click();
    await toast(page, 'Authentication required').waitFor();
    await toast(page, 'Please log in to like pools').waitFor();
    await goTo(page, song.canonicalPath);
    await page.getByRole('button', { name: /^Like/ }).click();
    await toast(page, 'Authentication required').waitFor();
    await choose(page, 'More for this pool', 'Report');
    await toast(page, 'Please log in to report this pool').waitFor();
    await page.getByRole('button', { name: /^Like/ }).click();
    await toast(page, 'Please log in to like pools').waitFor();
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(`**/auth?mode=login&redirect=${encodeURIComponent(song.canonicalPath)}`);
  });
});

describe('comments', () => {
  it('keep the text that is typed while an earlier one is sent', async () => {
    const pool = await stage.site.newPool(owner, null, { title: 'A slow network' });
    const params = { id: pool.id };
    const { id: parentId } = await owner.client.call(addComment, { params, body: { content: 'First' } });
    await fan.client.call(addComment, { params, body: { content: 'Second', parentId } });
    const page = await stage.window({ as: fan });
    await goTo(page, poolTabPath(pool.canonicalPath, 'comments'));
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/api/pools/${pool.id}/comments`, async (route) => {
      if (route.request().method() === 'POST') await released;
      await route.continue();
    });
    const field = (label: string) => comments(page).getByLabel(label);
    await comments(page).getByRole('button', { name: 'Reply to owner' }).click();
    await field('Reply to owner').fill('Third');
    await field('Reply to owner').press('Control+Enter');
    await comments(page).getByRole('button', { name: 'Reply to fan' }).click();
    await field('Reply to fan').fill('A later reply');
    await field('Write a comment').fill('Fourth');
    await field('Write a comment').press('Control+Enter');
    await field('Write a comment').fill('A later comment');
    release();
    for (const text of ['Third', 'Fourth']) await says(page, 'Comment by fan').getByText(text).waitFor();
    await page.getByRole('status').getByText('Reply posted').waitFor({ state: 'attached' });
    await page.getByRole('status').getByText('Comment posted').waitFor({ state: 'attached' });
    expect(await field('Reply to fan').inputValue()).toBe('A later reply');
    expect(await field('Write a comment').inputValue()).toBe('A later comment');
  });

  it('are written, replied to, reported and removed', async () => {
    const { site } = stage;
    const fans = await stage.window({ as: fan });
    await goTo(fans, poolTabPath(song.canonicalPath, 'comments'));
    await waitForText(fans, 'No comments yet. Write the first one.');
    await comments(fans).getByRole('button', { name: 'Post comment' }).click();
    await waitForText(fans, 'Comment is required');
    await comments(fans).getByLabel('Write a comment').fill('Please! See https://example.com/harbour.');
    await fans.keyboard.press('Control+Enter');
    const comment = says(fans, 'Comment by fan');
    await comment.getByText('just now').waitFor();
    await fans.getByRole('status').getByText('Comment posted').waitFor({ state: 'attached' });
    const link = comment.getByRole('link', { name: /example\.com/ });
    expect(await link.getAttribute('rel')).toBe('nofollow ugc noopener noreferrer');
    expect(await link.getAttribute('href')).toBe('https://example.com/harbour');

    const theirs = await stage.window({ as: owner });
    await goTo(theirs, poolTabPath(song.canonicalPath, 'comments'));
    const replyTo = says(theirs, 'Comment by fan').getByRole('button', { name: 'Reply to fan' });
    const isFocused = theirs.locator(':focus');
    await replyTo.press('Enter');
    await comments(theirs).getByLabel('Reply to fan').press('Escape');
    await replyTo.and(isFocused).waitFor();
    await replyTo.press('Enter');
    await expect.poll(() => theirs.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await theirs.keyboard.type('Thank you');
    await comments(theirs).getByRole('button', { name: 'Reply', exact: true }).press('Enter');
    await replyTo.and(isFocused).waitFor();
    await theirs.getByRole('status').getByText('Reply posted').waitFor({ state: 'attached' });
    await says(theirs, 'Comment by owner').getByText('Started this pool').waitFor();
    expect(await axe(theirs)).toEqual([]);

    await choose(theirs, 'More for the comment by fan', 'Report');
    const dialog = theirs.getByRole('dialog', { name: 'Report the comment of @fan' });
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await dialog.getByText('Choose what’s wrong').waitFor();
    expect(await axe(theirs)).toEqual([]);
    await dialog.getByLabel('Spam or a scam').check();
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await toast(theirs, 'Report sent').waitFor();

    const admin = await stage.window({ as: site.admin });
    await goTo(admin, '/admin/reports?kind=comment');
    await admin.getByRole('link', { name: /Comment by @fan/ }).click();
    const report = admin.getByRole('article', { name: /Comment by @fan/ });
    await report.getByText('Please! See https://example.com/harbour.').waitFor();
    expect(await axe(admin)).toEqual([]);
    await report.getByRole('button', { name: 'Uphold…' }).click();
    await admin.getByLabel('Note').fill('An advertisement.');
    await admin.getByRole('button', { name: 'Uphold and remove the comment' }).click();
    await report.getByText('Upheld').waitFor();
    await waitForText(admin, 'No matches');

    const visitor = await stage.window({ noJs: true });
    await visitor.goto(poolTabPath(song.canonicalPath, 'comments'));
    await waitForText(visitor, 'This comment was deleted.');
    await waitForText(visitor, 'Thank you');
    expect(await comments(visitor).getByRole('link', { name: 'Sign in to comment' }).getAttribute('href')).toContain(
      '/auth?mode=login&redirect=',
    );
  });

  it('are paginated, and the server renders the first page', async () => {
    const { site } = stage;
    const pool = await site.newPool(owner, null, { title: 'Talked about' });
    for (let number = 1; number <= 22; number += 1) {
      await fan.client.call(addComment, { params: { id: pool.id }, body: { content: `Comment number ${number}` } });
    }
    const page = await stage.window({ as: fan });
    await goTo(page, poolTabPath(pool.canonicalPath, 'comments'));
    await waitForText(page, 'Comment number 22');
    await comments(page).getByRole('link', { name: 'Page 2' }).click();
    await waitForText(page, /^Comment number 1$/);
    expect(page.url()).toContain('?tab=comments&comments=2');
    await says(page, 'Comment by fan').last().getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Comment deleted').waitFor();
    await expect.poll(() => says(page, 'Comment by fan').count()).toBe(1);
    await comments(page).locator('textarea:focus').waitFor();
  });
});

describe('the tabs of a pool page', () => {
  const tab = (page: Page, name: RegExp) =>
    page.getByRole('navigation', { name: 'About this pool' }).getByRole('link', { name });

  it('open by URL and by keyboard, keep the money sentence in sight, and go back', async () => {
    const visitor = await stage.window({ noJs: true });
    await visitor.goto(poolTabPath(song.canonicalPath, 'updates'));
    expect(await tab(visitor, /^Updates/).getAttribute('aria-current')).toBe('page');
    await waitForText(visitor, 'The pool opened');
    expect(await visitor.getByText(song.description).count()).toBe(0);

    const page = await stage.window({ width: 390, phone: true });
    await keepFallbackFonts(stage, page);
    await goTo(page, poolTabPath(song.canonicalPath, 'fans'));
    expect(await page.evaluate(shiftedSoFar)).toBe(0);
    await tab(page, /^Story/).click();
    await waitForText(page, song.description);
    for (const [name, text] of [
      [/^Updates/, 'The pool opened'],
      [/^Comments/, 'This comment was deleted.'],
      [/^Fans/, 'No pledges yet. Be the first to back this pool.'],
    ] as const) {
      await tab(page, name).focus();
      await page.keyboard.press('Enter');
      await waitForText(page, text);
      expect(await tab(page, name).getAttribute('aria-current')).toBe('page');
      await expect.poll(() => tab(page, name).evaluate((link) => link === document.activeElement)).toBe(true);
      expect(await page.getByText('Nothing is charged today.').filter({ visible: true }).count()).toBe(1);
      expect(await axe(page)).toEqual([]);
    }
    await page.goBack();
    await waitForText(page, 'This comment was deleted.');
    await tab(page, /^Chat/).click();
    await page.getByRole('complementary', { name: 'Chat' }).waitFor();
  });

  it('open the comments for older links, which name only the anchor', async () => {
    const page = await stage.window();
    await goTo(page, `${song.canonicalPath}#comments`);
    await waitForText(page, 'This comment was deleted.');
    expect(page.url()).toContain('?tab=comments#comments');
  });

  it('leave every part of the page at its design width next to an open chat', async () => {
    const page = await stage.window({ width: 1440, height: 900 });
    await goTo(page, `${song.canonicalPath}#chat`);
    await page.getByRole('complementary', { name: 'Chat' }).waitFor();
    const widthOf = async (role: 'complementary' | 'list', name: string) =>
      (await page.getByRole(role, { name }).boundingBox())?.width ?? 0;
    expect(await widthOf('list', 'Steps of this pool')).toBeGreaterThanOrEqual(700);
    expect(await widthOf('complementary', 'Pledge')).toBeGreaterThanOrEqual(372);
  });
});

describe('the likes of comments', () => {
  it('appear at once, survive a reload, and sort the list', async () => {
    const { site } = stage;
    const pool = await site.newPool(owner, null, { title: 'A liked song' });
    for (const content of ['Older words', 'Newer words']) {
      await fan.client.call(addComment, { params: { id: pool.id }, body: { content } });
    }
    const page = await stage.window({ as: owner });
    await goTo(page, poolTabPath(pool.canonicalPath, 'comments'));
    const shown = () =>
      comments(page)
        .getByText(/words$/)
        .allInnerTexts();
    expect(await shown()).toEqual(['Newer words', 'Older words']);
    const like = (text: string) =>
      says(page, 'Comment by fan').filter({ hasText: text }).getByRole('button', { name: /^Like/ });
    const saved = answerTo(page, likeComment);
    await like('Older words').focus();
    await page.keyboard.press('Space');
    await expect.poll(() => like('Older words').getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => like('Older words').textContent()).toContain('1');
    await saved;
    await comments(page).getByRole('link', { name: 'Top' }).click();
    await expect.poll(shown).toEqual(['Older words', 'Newer words']);
    await page.reload();
    expect(await like('Older words').getAttribute('aria-pressed')).toBe('true');
    expect(await axe(page)).toEqual([]);
    const visitor = await stage.window();
    await goTo(visitor, `${poolTabPath(pool.canonicalPath, 'comments')}&sort=top`);
    const first = says(visitor, 'Comment by fan').first();
    await first.getByText('Older words').waitFor();
    await first.getByRole('button', { name: /^Like/ }).click();
    await toast(visitor, 'Please log in to like comments').waitFor();
  });
});

describe('a pool that ended', () => {
  it('shows its meter, what happened to the money and the next step', async () => {
    const { site } = stage;
    const creator = await site.creator();
    const ended = await site.newPool(owner, creator, { title: 'A song for no one', fundingGoal: 50_00 });
    const next = await site.newPool(owner, creator, { title: 'A song for everyone' });
    await site.pledge(fan, ended, 20_00);
    await site.letTimePass(ended);
    await site.poolIs(ended.id, 'expired');
    await site.app.settle();
    const page = await stage.window({ as: fan });
    await goTo(page, ended.canonicalPath);
    const meter = page.getByRole('meter', { name: 'Pool funding' }).first();
    expect(await meter.getAttribute('aria-valuetext')).toBe('$20 pledged of $50, 40%, ended');
    await page.getByRole('heading', { name: 'Your card was never charged' }).waitFor();
    await page.getByRole('region', { name: 'Pools like this one' }).getByRole('link', { name: next.title }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('link', { name: 'Ask again' }).click();
    await page.waitForURL(`**/pool/create?again=${ended.id}`);
    expect(await page.getByLabel('Title').inputValue()).toBe(ended.title);
    expect(await page.getByLabel('Description').inputValue()).toBe(ended.description);
    await fillIdea(page, {});
    await continueTo(page, 'Picture and preview');
    await publishPool(page);
    await waitForText(page, 'Your pool is open');
    await page.getByRole('heading', { name: ended.title }).waitFor();
    await waitForText(page, 'requested from Maya Reyes');
    const news = page.getByRole('region', { name: 'Your pool is open' });
    await news.getByRole('button', { name: 'Share this pool' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.reload();
    await waitForHydration(page);
    expect(await news.count()).toBe(0);
  });
});
