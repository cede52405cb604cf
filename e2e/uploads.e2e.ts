import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import { setStage } from './stage.ts';

const stage = setStage({ env: { UPLOAD_QUOTA_PER_PERSON: '3MB', UPLOAD_QUOTA_PER_POOL: '2MB' } });
const file = (name: string, sizeBytes: number) => ({
  name,
  mimeType: 'audio/wav',
  buffer: Buffer.alloc(sizeBytes, 'fanfare'),
});

/** The uploads that the browser knows. */
const keptUploads = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus::')));

/** Runs `visit` while the creator has a page of other work that is due before the pool's delivery. */
async function withEarlierWork({ id }: Pool, visit: () => Promise<void>): Promise<void> {
  const { sql } = stage.site;
  const others = await sql<{ id: string }[]>`
    insert into pools (owner_id, title, title_slug, slug, url_hash, description, goal_cents, deadline, assigned_creator_id, status,
      floor_cents, delivery_days, delivery_due_at)
    select owner_id, title, title_slug, 'earlier-' || n, 'earlier-' || n, description, goal_cents, deadline, assigned_creator_id, status,
      floor_cents, delivery_days, delivery_due_at - interval '1 hour'
    from pools, generate_series(1, ${limits.creatorRequestsPageSize}) n where id = ${id}
    returning id`;
  try {
    await visit();
  } finally {
    await sql`delete from pools where id = any(${others.map((other) => other.id)}::uuid[])`;
  }
}

it('tells a creator why a file is refused, and accepts it when there is space', async () => {
  stage.allow(/507|503/);
  const { site } = stage;
  const [fan, creator] = [await site.member(), await site.creator()];
  const { pool } = await site.funded(fan, creator, [{ who: fan, cents: 20_00 }]);
  const creatorPage = await stage.window({ as: creator });
  await withEarlierWork(pool, async () => {
    await goTo(creatorPage, `/dashboard?deliver=${pool.id}`);
    await creatorPage.getByRole('form', { name: 'Delivery' }).waitFor();
  });
  const rowOf = (name: string) =>
    creatorPage.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name });
  const choose = creatorPage.locator('input[type=file]');
  await choose.setInputFiles(file('first.wav', 1_200_000));
  await rowOf('first.wav').getByText('uploaded').waitFor();
  await choose.setInputFiles(file('second.wav', 1_000_000));
  await rowOf('second.wav')
    .getByText(
      'The files for this pool use 1.2 MB of 2 MB, and this one needs 1 MB. Remove files you have not delivered, or contact us for more space.',
    )
    .waitFor();
  await waitForText(creatorPage, '1 file could not be uploaded. Try again, or remove what you don’t need.');
  expect(await axe(creatorPage)).toEqual([]);
  await creatorPage.getByRole('button', { name: 'Remove first.wav' }).click();
  await expect.poll(async () => (await site.sql`select 1 from uploads where pool_id = ${pool.id}`).length).toBe(0);
  await creatorPage.getByRole('button', { name: 'Retry second.wav' }).click();
  await rowOf('second.wav').getByText('uploaded').waitFor();
  // Complete files are there again after a reload, and can be removed.
  await choose.setInputFiles(file('third.wav', 100_000));
  await rowOf('third.wav').getByText('uploaded').waitFor();
  // A delivery must not leave them out before the page knows them.
  await creatorPage.getByLabel(/^Text/).fill('The song is attached.');
  const { promise: known, resolve: tell } = Promise.withResolvers<void>();
  let refusals = 0;
  await creatorPage.route('**/api/uploads/*', async (route) => {
    if (route.request().method() === 'HEAD' && refusals < 2) {
      await known;
      refusals += 1;
      await route.fulfill({ status: 503 });
    } else await route.continue();
  });
  await creatorPage.reload();
  await waitForHydration(creatorPage);
  await waitForText(creatorPage, 'Checking for files from your last visit…');
  const submit = creatorPage.getByRole('button', { name: 'Submit delivery' });
  expect(await submit.isDisabled()).toBe(true);
  tell();
  await rowOf('third.wav').getByText('100 kB · uploaded').waitFor();
  expect(refusals).toBe(2);
  await expect.poll(() => submit.isDisabled()).toBe(false);
  await creatorPage.getByRole('button', { name: 'Remove third.wav' }).click();
  // Until the page has the server's answer, it would ask for the removed file after a reload.
  await expect.poll(() => keptUploads(creatorPage)).toHaveLength(1);
  expect(await site.sql`select name from uploads where pool_id = ${pool.id}`).toEqual([{ name: 'second.wav' }]);
  await creatorPage.reload();
  await waitForHydration(creatorPage);
  await rowOf('second.wav').getByText('uploaded').waitFor();
  expect(await creatorPage.getByText('third.wav').count()).toBe(0);
  await submit.click();
  await waitForText(creatorPage, 'Delivery submitted');
  expect(await site.sql`select u.name from content_files f join uploads u on u.id = f.upload_id`).toEqual([
    { name: 'second.wav' },
  ]);
  // The browser forgets submitted files.
  expect(await keptUploads(creatorPage)).toEqual([]);
});

it('shows admins how full the disk is and whose uploads take the most', async () => {
  const page = await stage.window({ as: stage.site.admin });
  await goTo(page, '/admin');
  const storage = page.getByRole('region', { name: 'Storage' });
  await storage.getByText(/B free$/).waitFor();
  await storage.getByRole('row').filter({ hasText: '@maker_' }).getByText('1 MB').waitFor();
  expect(await axe(page)).toEqual([]);
});
