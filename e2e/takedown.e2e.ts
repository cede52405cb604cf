import sharp from 'sharp';
import { expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { setStage } from './stage.ts';

const stage = setStage();

it('takes a notice without an account, lets an admin disable the pool, and its owner answer', async () => {
  const { site } = stage;
  const [owner, creator] = [await site.member('owner'), await site.creator()];
  const pool = await site.newPool(owner, creator, { title: 'A cover of Rain' });

  const visitor = await stage.window({ width: 390, height: 844 });
  await goTo(visitor, '/copyright');
  const form = visitor.getByRole('form', { name: 'Copyright notice' });
  await form.getByRole('button', { name: 'Send notice' }).click();
  await form.getByText('The law requires this statement').first().waitFor();
  await form.getByLabel('The work').fill('The song “Rain”');
  await form.getByLabel('Where it appears here').fill(`${site.app.url}/pool/${pool.id}`);
  await form.getByLabel('Full name').fill('Lena Label');
  await form.getByLabel('Phone').fill('+1 615 555 0100');
  await form.getByLabel('Postal address').fill('1 Record Row, Nashville, TN');
  await form.getByLabel('Email').fill('lena@example.com');
  await form.getByLabel(/^I believe in good faith/).check();
  await form.getByLabel(/^The information in this notice/).check();
  await form.getByLabel('Signature').fill('Lena Label');
  expect(await axe(visitor)).toEqual([]);
  await form.getByRole('button', { name: 'Send notice' }).click();
  await visitor.getByText('Notice sent').waitFor();

  const admin = await stage.window({ as: site.admin });
  await goTo(admin, '/admin/takedowns');
  await admin.getByRole('link', { name: /Lena Label/ }).click();
  await admin.getByRole('button', { name: 'Disable…' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Disable material?' });
  await dialog.getByLabel(/A cover of Rain/).check();
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await dialog.waitFor({ state: 'detached' });
  await admin.getByRole('link', { name: 'Acted on' }).click();
  await admin.getByRole('link', { name: /Lena Label/ }).click();
  await waitForText(admin, 'Stays disabled permanently if no counter-notice arrives');
  expect(await axe(admin)).toEqual([]);

  const page = await stage.window({ as: owner });
  await goTo(page, '/notifications');
  await page.getByRole('link', { name: /We disabled something you posted/ }).click();
  const answer = page.getByRole('form', { name: 'Counter-notice' });
  await answer.getByLabel('Full name').fill('Owen Owner');
  await answer.getByLabel('Phone').fill('+1 207 555 0100');
  await answer.getByLabel('Postal address').fill('2 Harbor Street, Portland, ME');
  await answer.getByLabel(/^Under penalty of perjury/).check();
  await answer.getByLabel(/^I consent to the jurisdiction/).check();
  await answer.getByLabel('Signature').fill('Owen Owner');
  expect(await axe(page)).toEqual([]);
  await answer.getByRole('button', { name: 'Send counter-notice' }).click();
  await page.getByText('We forwarded your counter-notice.').waitFor();
});

it('asks who is shown before an adult delivery is submitted', async () => {
  const { site } = stage;
  const [owner, creator] = [await site.member('owner'), await site.creator()];
  const [fan] = await site.crowd(1, 'pays');
  if (!fan) throw new Error('the crowd is empty');
  const pool = await site.newPool(owner, creator, { categories: ['NSFW'], fundingGoal: 10_00 });
  await site.admin.client.call(actOnPool, { params: { id: pool.id }, body: { action: 'open' } });
  await site.pledgeWithSavedCard({ ...fan, ...site.grown(fan) }, pool, 10_00);
  await site.accept(creator, pool);
  await site.poolIs(pool.id, 'in_production');

  const page = await stage.window({ as: site.grown(creator), width: 390, height: 844 });
  await goTo(page, `/dashboard?deliver=${pool.id}`);
  await page.getByRole('textbox', { name: /^Text/ }).fill('A velvet story');
  await page.getByRole('button', { name: 'Submit delivery' }).click();
  await page.getByText('Choose everyone shown, or state that no real person is shown.').waitFor();
  await page.getByRole('button', { name: 'Add a person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a person' });
  await dialog.getByLabel('Legal name').fill('Ada Marigold');
  await dialog.getByLabel('Date of birth').fill('1990-04-01');
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'passport.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() });
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Ada Marigold').isChecked()).toBe(true);
  await page.getByLabel('Date of production').fill('2026-10-05');
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Submit delivery' }).click();
  await page.getByText('Delivery submitted').first().waitFor();
  await site.poolIs(pool.id, 'delivery_review');

  const admin = await stage.window({ as: site.admin, width: 390, height: 844 });
  await goTo(admin, '/admin/performer-records');
  await waitForText(admin, `@${creator.username}`);
  expect(await axe(admin)).toEqual([]);
});
