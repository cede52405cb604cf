import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

it('shows an admin no figure or fault that an empty site does not have', async () => {
  const page = await stage.window({ as: stage.site.admin });
  await goTo(page, paths.admin);
  await waitForText(page, 'The chart starts with the first pledge.');
  expect(await page.getByText(/^\$0\.(?!00)\d+$/).count()).toBe(0);
  expect(await page.locator('.recharts-wrapper').count()).toBe(0);

  await goTo(page, paths.adminHealth);
  const books = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Books/ }) });
  expect(await books.textContent()).toContain('Not checked yet');
  expect(await page.getByText('An invariant does not hold').count()).toBe(0);
  await books.getByRole('button', { name: 'Check the books' }).click();
  await waitForText(page, /All \d+ invariants hold/);
});

it('explains each setting that the health page names, with a link to all of them', async () => {
  const page = await stage.window({ as: stage.site.admin });
  await goTo(page, paths.adminHealth);
  const mail = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Email/ }) });
  const notes = mail.getByRole('list', { name: 'Settings named here' });
  await expect.poll(() => notes.textContent()).toContain('SMTP_URL: The mail server.');
  await notes.getByRole('link', { name: 'SMTP_URL' }).click();
  const entry = page.locator('#setting-SMTP_URL');
  await expect.poll(() => entry.textContent()).toContain('Not set');
  await expect.poll(async () => ((await entry.boundingBox())?.y ?? -1) < 500).toBe(true);
  expect(await axe(page)).toEqual([]);
  await photographAll(page, 'settings');
});

it('offers the next step in every empty list of the admin area', async () => {
  const page = await stage.window({ as: stage.site.admin });
  const steps: Record<string, RegExp> = {
    [paths.adminPools]: /Create the first pool/,
    [paths.adminVerifications]: /Add a creator/,
    [paths.adminClaims]: /See the creators/,
    [paths.adminContentClaims]: /See all pools/,
    [paths.adminTakedowns]: /See the copyright page/,
    [paths.adminRecords]: /See all pools/,
    [`${paths.adminMoney}/held`]: /See all pools/,
    [paths.creators]: /Add the first creator/,
  };
  for (const [path, name] of Object.entries(steps)) {
    await goTo(page, path);
    const step = page
      .getByRole('main')
      .getByRole('link', { name })
      .or(page.getByRole('main').getByRole('button', { name }));
    await expect.poll(() => step.count(), { message: path }).toBeGreaterThan(0);
  }
});
