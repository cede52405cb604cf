import { describe, expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { type Member, password } from '#testing/journeys/http-site.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

/** Dangerous acts ask for a proof of identity, and go on afterwards. */
const stage = setStage();

const age = ({ id }: Member) =>
  stage.site.sql`update sessions set proven_at = now() - interval '11 minutes' where user_id = ${id}`;

describe('an old sign-in', () => {
  it('asks an admin for the password before a refund, and then makes the refund that was asked for', async () => {
    const { site } = stage;
    const [creator, fan] = await Promise.all([site.creator(), site.member('refunded')]);
    const { pool } = await site.funded(fan, creator, [{ who: fan, cents: 30_00 }]);
    const page = await stage.window({ as: site.admin });
    stage.allow(/403 \(Forbidden\)/, /400 \(Bad Request\)/);
    await goTo(page, `${paths.adminMoney}/movements?status=&kind=charge&search=${fan.username}`);
    await page.getByRole('row').filter({ hasText: '$30.00' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Refund all or a part' }).click();
    const refund = page.getByRole('dialog', { name: 'Refund this payment?' });
    await refund.getByLabel('Amount').fill('12.50');
    await refund.getByLabel('Reason').fill('The second track was cut short.');
    await age(site.admin);
    await refund.getByRole('button', { name: 'Refund $12.50' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await proof.getByLabel('Password', { exact: true }).waitFor();
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'fresh-proof');

    // Nothing happens without the proof, and everything that was typed stays.
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await proof.waitFor({ state: 'detached' });
    expect((await site.pool(pool.id)).currentAmount).toBe(30_00);
    expect(await refund.getByLabel('Reason').inputValue()).toBe('The second track was cut short.');

    await refund.getByRole('button', { name: 'Refund $12.50' }).click();
    await proof.getByLabel('Password', { exact: true }).fill('a wrong password');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await waitForText(page, 'That isn’t your current password.');
    await proof.getByLabel('Password', { exact: true }).fill(password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await refund.waitFor({ state: 'detached' });
    await waitForText(page, 'The second track was cut short.');
    await expect.poll(async () => (await site.pool(pool.id)).currentAmount).toBe(17_50);
  });

  it.each([
    ['people', paths.adminUsers, /^people-.*\.csv$/],
    ['copyright notices', paths.adminTakedowns, /^copyright-notices-.*\.csv$/],
  ])('asks before the export of all %s', async (_what, path, file) => {
    const { site } = stage;
    const page = await stage.window({ as: site.admin });
    await goTo(page, path);
    await age(site.admin);
    await page.getByRole('link', { name: 'Export' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await proof.getByLabel('Password', { exact: true }).fill(password);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      proof.getByRole('button', { name: 'Confirm' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(file);
  });

  it('asks before the export of the performer records, and then saves them', async () => {
    const { site } = stage;
    const page = await stage.window({ as: site.admin });
    stage.allow(/403 \(Forbidden\)/);
    await goTo(page, paths.adminRecords);
    await page.getByRole('button', { name: 'Export records…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export performer records?' });
    await dialog.getByLabel('Reason').fill('An inspection');
    await age(site.admin);
    await dialog.getByRole('button', { name: 'Export' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await proof.getByLabel('Password', { exact: true }).fill(password);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      proof.getByRole('button', { name: 'Confirm' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^performer-records-.*\.zip$/);
    await dialog.waitFor({ state: 'detached' });
  });
});
