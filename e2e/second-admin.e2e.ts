import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { applyAsCreator } from '#contract/creators/creators.ts';
import { submitContent } from '#contract/delivery.ts';
import { paths } from '#contract/paths.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { applicationOf } from '#testing/builders.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

/** Refunds, deliveries and new admins that need two admins, as both see them. One admin may move $20 a day. */
const stage = setStage({ env: { TWO_ADMIN_LIMIT: '2000' } });

async function look(page: Page, name: string): Promise<void> {
  expect(await axe(page)).toEqual([]);
  await photographAll(page, name);
}

/** The same for a dialog over a drawer, which another width closes. */
async function lookHere(page: Page, name: string): Promise<void> {
  expect(await axe(page)).toEqual([]);
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}

async function secondAdmin(): Promise<Member> {
  const member = await stage.site.member('second');
  await stage.site.sql`update users set role = 'admin', email_verified_at = now() where id = ${member.id}`;
  return member;
}

describe('a second admin', () => {
  it('is named as missing where there is none', async () => {
    const { site } = stage;
    await site.admin.client.call(applyAsCreator, { body: applicationOf(site.admin.username) });
    const page = await stage.window({ as: site.admin });
    await goTo(page, paths.adminVerifications);
    await page
      .getByRole('row')
      .filter({ hasText: `@${site.admin.username}` })
      .getByRole('link')
      .first()
      .click();
    await page.getByText('A second admin is needed.').waitFor();
    expect(await page.getByRole('button', { name: 'Approve…' }).count()).toBe(0);
    await look(page, 'own-application');
  });

  it('approves a refund that exceeds the limit', async () => {
    const { site } = stage;
    const [creator, fan, second] = [await site.creator(), await site.member('fan'), await secondAdmin()];
    const { pool } = await site.funded(fan, creator, [{ who: fan, cents: 30_00 }]);
    const [payment] = await site.sql<
      { id: string }[]
    >`select id from payments where held_account = ${`held:${pool.id}`}`;
    const page = await stage.window({ as: site.admin });
    await goTo(page, `${paths.adminMoney}/movements?status=&open=${payment?.id}`);
    await page.getByRole('button', { name: 'Refund all or a part' }).click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByText('This needs a second admin.').waitFor();
    await dialog.getByLabel('Amount').fill('5');
    await expect.poll(() => dialog.getByText('This needs a second admin.').count()).toBe(0);
    await dialog.getByLabel('Amount').fill('30');
    await dialog.getByLabel('Reason').fill('The second track was cut short');
    await lookHere(page, 'refund-dialog');
    await dialog.getByRole('button', { name: 'Refund $30.00' }).click();
    await page.getByText('starts when another admin approves it').waitFor();
    await waitForText(page, 'You asked for it');
    expect(await page.getByRole('button', { name: 'Refund all or a part' }).count()).toBe(0);
    await look(page, 'refund-waits');
    await goTo(page, paths.adminApprovals);
    await page.getByRole('button', { name: 'Withdraw request' }).waitFor();
    await look(page, 'own-request');

    const theirs = await stage.window({ as: second });
    await goTo(theirs, paths.notifications);
    await waitForText(theirs, /needs a second admin: refund of \$30\.00/);
    await goTo(theirs, paths.admin);
    await theirs.getByRole('link', { name: '1 request for a second admin' }).click();
    const item = theirs.getByRole('listitem', { name: 'Refund of $30.00' });
    await item.getByText('The second track was cut short').waitFor();
    await look(theirs, 'approvals');
    await item.getByRole('button', { name: 'Approve…' }).click();
    await look(theirs, 'approve-dialog');
    await theirs.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await waitForText(theirs, 'Nothing is waiting');
    await theirs.getByRole('link', { name: 'Decided' }).click();
    await waitForText(theirs, `Approved by @${second.username}`);
    await look(theirs, 'decided');
    await site.app.settle();
    await goTo(page, `${paths.adminMoney}/movements?status=&open=${payment?.id}`);
    await waitForText(page, 'Nothing is left to refund.');
  });

  it('is asked in the dialogs of a large delivery and of a new admin', async () => {
    const { site } = stage;
    const [creator, fan] = [await site.creator(), await site.member('backer')];
    const { pool } = await site.funded(fan, creator, [{ who: fan, cents: 30_00 }]);
    await creator.client.call(submitContent, { params: { id: pool.id }, body: { note: 'Here', text: 'La la la' } });
    const page = await stage.window({ as: site.admin });
    await goTo(page, paths.adminContentClaims);
    await page.getByRole('row').filter({ hasText: pool.title }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Approve…' }).click();
    await page.getByText('This needs a second admin.').waitFor();
    await lookHere(page, 'delivery-dialog');
    await page.getByRole('dialog').last().getByRole('button', { name: 'Approve' }).click();
    await waitForText(page, 'Waiting for a second admin');
    await page.getByRole('button', { name: 'Send back…' }).waitFor();
    expect(await page.getByRole('button', { name: 'Approve…' }).count()).toBe(0);
    await look(page, 'delivery-waits');

    await site.sql`update users set email_verified_at = now() where id = ${fan.id}`;
    await goTo(page, `${paths.adminUsers}?open=${fan.id}`);
    await page.getByRole('button', { name: 'Change role…' }).click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByRole('radio', { name: /^Admin/ }).check();
    await dialog.getByText('This needs a second admin.').waitFor();
    await dialog.getByLabel('Reason').fill('Joins the team');
    await lookHere(page, 'role-dialog');
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await waitForText(page, 'New admin. You asked for it');
    await look(page, 'promotion-waits');
  });
});
