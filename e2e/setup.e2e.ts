import { expect, it } from 'vitest';
import { changeOperator, hideSetup } from '#contract/admin/setup.ts';
import { paths } from '#contract/paths.ts';
import { answerTo, axe, goTo, waitForText } from '#testing/browser.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

it('leads the admin of a fresh installation through the checklist', async () => {
  const { site } = stage;
  const page = await stage.window({ as: site.admin });
  await goTo(page, paths.admin);
  const list = page.getByRole('region', { name: 'Set up this site' });
  await expect.poll(() => list.textContent()).toContain('2 of 7 done');
  const y = async (text: string) => (await page.getByRole('heading', { name: text }).boundingBox())?.y ?? 0;
  expect(await y('Set up this site')).toBeLessThan(await y('Creator verifications'));
  expect(await axe(page)).toEqual([]);
  await photographAll(page, 'setup-fresh');
  await page.setViewportSize({ width: 1280, height: 800 });

  await list.getByLabel('Name of the person or company').fill('Brass Band Ltd');
  await list.getByLabel('Postal address').fill('1 Harbour Street, Portland, ME');
  await list.getByLabel('Email').fill('office@band.example');
  const saved = answerTo(page, changeOperator);
  await list.getByRole('button', { name: 'Save' }).click();
  await saved;
  await expect.poll(() => list.textContent()).toContain('3 of 7 done');
  // The form is gone, and the keyboard continues in the list.
  await expect.poll(() => list.evaluate((section) => section === document.activeElement)).toBe(true);

  await list.getByRole('button', { name: /Send a test email to/ }).click();
  await waitForText(page, 'No mail server is set up, so the email to');
  await list.getByText('How to do it').first().click();
  await waitForText(page, 'Set SMTP_URL to your mail provider');
  await expect.poll(() => list.getByRole('link', { name: 'SMTP_URL' }).count()).toBeGreaterThan(0);

  await list.getByRole('link', { name: 'Add a creator' }).click();
  await page.getByRole('button', { name: 'Add the first creator' }).waitFor();
  await page.getByRole('button', { name: 'Add a Creator' }).filter({ visible: true }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
});

it('shows the operator on the legal pages at once', async () => {
  const page = await stage.window();
  await goTo(page, paths.contactUs);
  await waitForText(page, 'Brass Band Ltd');
  await waitForText(page, '1 Harbour Street, Portland, ME');
  await goTo(page, paths.termsOfService);
  await waitForText(page, 'Brass Band Ltd');
});

it('hides the checklist, keeps it on the health page, and shows it again', async () => {
  const page = await stage.window({ as: stage.site.admin });
  await stage.site.sql`update operator_details set name = null`;
  await goTo(page, paths.admin);
  expect(await page.getByText('Still missing').count()).toBe(0);
  const hidden = answerTo(page, hideSetup);
  await page.getByRole('button', { name: 'Hide this list' }).click();
  await hidden;
  await expect.poll(() => page.getByRole('region', { name: 'Set up this site' }).count()).toBe(0);
  const notice = page.getByText('Still missing: who runs this site.');
  expect(await notice.getByRole('link', { name: 'See what to do' }).getAttribute('href')).toBe('/admin/health#setup');
  await stage.site.sql`update operator_details set name = 'Brass Band Ltd'`;
  await page.reload();
  await waitForText(page, 'All lists');
  expect(await notice.count()).toBe(0);
  await goTo(page, paths.adminHealth);
  const list = page.getByRole('region', { name: 'Set up this site' });
  expect(await list.getByRole('link', { name: 'Open the health page' }).count()).toBe(0);
  await list.getByText('How to do it').first().click();
  const setting = page.locator('#setting-SMTP_URL[data-linked]');
  for (let visit = 0; visit < 2; visit += 1) {
    await list.getByRole('link', { name: 'SMTP_URL' }).first().click();
    await setting.waitFor();
    await page.getByText(/^All \d+ settings$/).click();
    await setting.waitFor({ state: 'hidden' });
  }
  await list.getByText('Change it').click();
  await expect.poll(() => list.getByLabel('Postal address').inputValue()).toBe('1 Harbour Street, Portland, ME');
  await list.getByRole('button', { name: 'Show on the dashboard' }).click();
  await expect.poll(() => list.getByRole('button', { name: 'Hide this list' }).count()).toBe(1);
});
