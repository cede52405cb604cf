import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import PostalMime, { type Email } from 'postal-mime';
import sharp from 'sharp';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteComment } from '#contract/comments.ts';
import { poolTabPath } from '#contract/pools/pool-path.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { addUpdateComment, deleteUpdate, editUpdate, postUpdate } from '#contract/updates.ts';
import { axe, goTo, setTheme, waitForHydration, waitForText } from '#testing/browser.ts';
import type { CreatorMember, Member } from '#testing/journeys/http-site.ts';
import { setStage } from './stage.ts';

const mails: Email[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
        mails.push(mail);
        done();
      }, done);
    });
  },
});
await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
const { port } = smtp.server.address() as AddressInfo;
const stage = setStage({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` }, keepWindows: true });
afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)));

let owner: Member;
let creator: CreatorMember;
let fan: Member;
let pool: Pool;
let tab: string;

beforeAll(async () => {
  const { site } = stage;
  [owner, creator, fan] = await Promise.all([site.member('owner'), site.creator(), site.member('fan')]);
  pool = await site.newPool(owner, creator, { title: 'A song about the harbor', fundingGoal: 500_00 });
  await site.pledge(fan, pool, 10_00);
  tab = poolTabPath(pool.canonicalPath, 'updates');
});

const updates = (page: Page) => page.getByRole('region', { name: 'Updates' });
const update = (page: Page, text: string) => updates(page).getByRole('article').filter({ hasText: text });
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);
/** The emails about updates to a person, once this many have arrived. */
const mailsTo = async ({ email }: Member, count: number) => {
  const arrived = () =>
    mails.filter(({ to, subject }) => to?.[0]?.address === email && subject?.includes('posted an update'));
  await expect.poll(() => arrived().length, { timeout: 10_000 }).toBe(count);
  return arrived();
};

let creators: Page;

it('lets the creator post text and pictures; a visitor reads them, and a fan gets an email', async () => {
  creators = await stage.window({ as: creator });
  await goTo(creators, tab);
  await updates(creators).getByText('No updates yet. Tell your fans how it’s going.').waitFor();
  await updates(creators).getByRole('button', { name: 'Write an update' }).click();
  await updates(creators).getByRole('button', { name: 'Post update' }).click();
  await waitForText(creators, 'Write something first');
  await updates(creators).getByLabel('Write an update').fill('The first verse is done.\nThe gulls joined in.');
  const picture = { create: { width: 600, height: 400, channels: 3, background: 'teal' } } as const;
  await updates(creators)
    .locator('input[type=file]')
    .setInputFiles({ name: 'verse.png', mimeType: 'image/png', buffer: await sharp(picture).png().toBuffer() });
  await updates(creators).getByRole('button', { name: 'Remove picture' }).waitFor();
  expect(await axe(creators)).toEqual([]);
  // The draft survives a reload.
  const stored = () => creators.evaluate(() => Object.values(localStorage).join());
  await expect.poll(stored).toContain('The gulls joined in.');
  await creators.reload();
  await waitForHydration(creators);
  await updates(creators).getByRole('button', { name: 'Write an update' }).click();
  expect(await updates(creators).getByLabel('Write an update').inputValue()).toContain('The gulls joined in.');
  // While the list is read again, the form is still there and its timer ends.
  await creators.route('**/api/pools/*/updates*', async (route) => {
    if (route.request().method() === 'GET') await creators.waitForTimeout(500);
    await route.continue();
  });
  await updates(creators).getByRole('button', { name: 'Post update' }).click();
  await toast(creators, 'Update posted').waitFor();
  await updates(creators).getByRole('button', { name: 'Write an update' }).waitFor();
  await creators.unrouteAll({ behavior: 'wait' });
  await update(creators, 'The gulls joined in.').getByText('Creator', { exact: true }).waitFor();
  await update(creators, 'The gulls joined in.')
    .getByRole('link', { name: /Enlarge picture 1 of 1/ })
    .press('Enter');
  await creators.getByRole('dialog', { name: 'Pictures' }).getByRole('img').waitFor();
  await creators.keyboard.press('Escape');
  await creators.getByRole('dialog', { name: 'Pictures' }).waitFor({ state: 'detached' });

  const visitor = await stage.window({ noJs: true });
  await visitor.goto(tab);
  await update(visitor, 'The first verse is done.')
    .getByRole('link', { name: /Enlarge picture 1 of 1/ })
    .waitFor();
  await visitor.getByRole('link', { name: /^Updates\s*1$/ }).waitFor();
  await visitor.getByRole('heading', { name: 'History' }).waitFor();

  const [mail] = await mailsTo(fan, 1);
  expect(mail?.text).toContain('The first verse is done. The gulls joined in.');
  expect(mail?.headers.some(({ key }) => key === 'list-unsubscribe-post')).toBe(true);
});

it('locks an update for contributors for visitors and says how to read it', async () => {
  await updates(creators).getByRole('button', { name: 'Write an update' }).click();
  expect(await updates(creators).getByLabel('Write an update').inputValue()).toBe('');
  await updates(creators).getByLabel('Write an update').fill('The chorus is about periwinkles.');
  await updates(creators).getByLabel('Contributors only').check();
  await creators.keyboard.press('Tab');
  await updates(creators).getByRole('button', { name: 'Post update' }).click();
  await update(creators, 'periwinkles').getByText('Contributors only').waitFor();

  const visitor = await stage.window({ width: 390, phone: true });
  await goTo(visitor, tab);
  const locked = update(visitor, 'Only contributors can read this update.');
  await locked.getByText('Back this pool with any amount to read it.').waitFor();
  await locked.getByRole('link', { name: 'Sign in' }).waitFor();
  expect(await visitor.content()).not.toContain('periwinkles');
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(visitor, theme);
    expect(await axe(visitor)).toEqual([]);
  }
  expect((await mailsTo(fan, 2)).map(({ text }) => text).join()).not.toContain('periwinkles');
});

it('takes likes, comments and edits', async () => {
  const fans = await stage.window({ as: fan });
  await goTo(fans, tab);
  const secret = update(fans, 'periwinkles');
  const like = secret.getByRole('button', { name: /^Like/ });
  await like.click();
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
  await secret.getByRole('button', { name: /^Comment/ }).click();
  await secret.getByLabel('Write a comment').fill('I knew it');
  await secret.getByRole('button', { name: 'Post comment' }).click();
  await secret.getByRole('article', { name: 'Comment by fan' }).getByText('I knew it').waitFor();
  await secret.getByRole('button', { name: /^Comments.*1$/ }).waitFor();
  expect(await axe(fans)).toEqual([]);

  await update(creators, 'periwinkles').getByRole('button', { name: 'Edit the update' }).click();
  await updates(creators).getByLabel('Edit the update').fill('The chorus is about violets.');
  await updates(creators).getByRole('button', { name: 'Save' }).click();
  await update(creators, 'violets').getByText('edited').waitFor();
  await update(creators, 'gulls').getByRole('button', { name: 'Delete the update' }).click();
  await creators.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await toast(creators, 'Update deleted').waitFor();
  await creators.getByRole('link', { name: /^Updates\s*1$/ }).waitFor();
  await fans.reload();
  await update(fans, 'violets').getByText('edited').waitFor();
  await expect.poll(() => update(fans, 'gulls').count()).toBe(0);
});

it('shows new updates, comments, edits and deletions live to others who have the pool open', async () => {
  const other = await stage.window();
  await goTo(other, tab);
  const watching = await stage.window({ width: 390, phone: true });
  await goTo(watching, pool.canonicalPath);
  const link = watching.getByRole('link', { name: /^Updates/ });
  const before = Number((await link.textContent())?.match(/\d+/)?.[0] ?? 0);
  const posted = await creator.client.call(postUpdate, {
    params: { id: pool.id },
    body: { content: 'A live bulletin.', audience: 'everyone', requestKey: 'live-bulletin' },
  });
  await update(other, 'A live bulletin.').waitFor();
  await expect.poll(() => link.textContent()).toContain(String(before + 1));
  const comment = await creator.client.call(addUpdateComment, {
    params: { id: posted.id },
    body: { content: 'Heard it.' },
  });
  await update(other, 'A live bulletin.')
    .getByRole('button', { name: /^Comments on the update by .* ?1$/ })
    .waitFor();
  await creator.client.call(deleteComment, { params: { id: comment.id } });
  await update(other, 'A live bulletin.')
    .getByRole('button', { name: /^Comment on/ })
    .waitFor();
  await creator.client.call(editUpdate, { params: { id: posted.id }, body: { content: 'A corrected bulletin.' } });
  await update(other, 'A corrected bulletin.').waitFor();
  await creator.client.call(deleteUpdate, { params: { id: posted.id } });
  await other.getByText('A corrected bulletin.').waitFor({ state: 'detached' });
});
