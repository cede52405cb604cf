import { expect, it } from 'vitest';
import { updateProfile } from '#contract/settings.ts';
import { axe, goTo } from '#testing/browser.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

it('shows the bio of people and what they start and back, in the chosen order', async () => {
  const { site } = stage;
  const zoe = await site.member('zoe');
  const abe = await site.member('abe');
  await zoe.client.call(updateProfile, { body: { bio: 'I collect sea shanties.' } });
  const pool = await site.newPool(zoe, await site.creator(), { title: 'A shanty' });
  await site.pledge(abe, pool, 5_00);

  const page = await stage.window({ as: abe, width: 390, height: 844, phone: true });
  await goTo(page, '/users');
  const cards = page.locator('.person');
  await cards.filter({ hasText: 'I collect sea shanties.' }).getByText('Started 1 tip pool').waitFor();
  await cards.filter({ hasText: abe.username }).getByText('Backs 1 pool').waitFor();
  expect(await axe(page)).toEqual([]);

  const sort = page.getByLabel('Sort by');
  await sort.selectOption('Most pools backed');
  await page.waitForURL('**/users?sort=backs');
  await expect.poll(() => cards.first().textContent()).toContain(abe.username);
  await sort.selectOption('Most pools started');
  await expect.poll(() => cards.first().textContent()).toContain(zoe.username);
  await sort.selectOption('Name');
  await expect.poll(() => cards.first().textContent()).toContain(abe.username);
  await page.reload();
  await cards.first().getByText(abe.username).first().waitFor();
  await photographAll(page, 'users');

  // What a private person backs counts for no one else.
  await abe.client.call(updateProfile, { body: { backsPrivate: true } });
  const other = await stage.window({ as: zoe });
  await goTo(other, '/users?sort=backs');
  await other.locator('.person').filter({ hasText: abe.username }).waitFor();
  expect(await other.getByText(/^Backs/).count()).toBe(0);
});
