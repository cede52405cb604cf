import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { actOnPool } from '#contract/admin/moderation.ts';
import { changeAdminUser, getAdminUser } from '#contract/admin/users.ts';
import { cancelPool, type Pool } from '#contract/pools/pools.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { type Member, password } from '#testing/journeys/http-site.ts';
import { setStage } from './stage.ts';

let pools: Pool[] = [];
let owner: Member;
let second: Member;

/** The names are ordered like their times of creation, newest last. */
const titles = ['First song', 'Second song', 'Third song'];

const stage = setStage({
  opened: async (site) => {
    [owner, second] = await Promise.all([site.member('owner'), site.member('second')]);
    pools = [];
    for (const title of titles) pools.push(await site.newPool(owner, null, { title }));
    await site.sql`update users set email_verified_at = now() where id = ${second.id}`;
    const body = { role: 'admin', reason: 'A second pair of eyes.' } as const;
    await site.admin.client.call(changeAdminUser, { params: { id: second.id }, body });
    await second.client.call(login, { body: { email: second.email, password } });
  },
});

const active = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const drawer = (page: Page, title: string) => page.getByRole('complementary', { name: `Details of ${title}` });

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

describe('an admin list', () => {
  it('is worked with the keyboard alone', async () => {
    const page = await stage.window({ as: stage.site.admin });
    await goTo(page, '/admin/pools?sort=title');
    await press(page, 'j');
    await expect.poll(() => active(page)).toBe('First song');
    await press(page, 'j', 'j', 'k');
    await expect.poll(() => active(page)).toBe('Second song');

    await press(page, 'Enter');
    await drawer(page, 'Second song').getByText('No one has pledged yet.').waitFor();
    expect(new URL(page.url()).searchParams.get('open')).toBe(pools[1]?.id);
    expect(await axe(page)).toEqual([]);
    await press(page, 'j');
    await drawer(page, 'Third song').waitFor();
    await page.goBack();
    await expect.poll(() => new URL(page.url()).searchParams.get('open')).toBeNull();
    await press(page, 'Enter');
    await drawer(page, 'Third song').waitFor();
    await press(page, 'Escape');
    await expect.poll(() => page.getByRole('complementary').count()).toBe(0);

    await press(page, '?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await press(page, 'Escape', 'e');
    await page.getByRole('menuitem', { name: 'Freeze…' }).waitFor();
    await press(page, 'Escape');
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    // The menu gives the focus back after it has disappeared.
    await expect.poll(() => page.locator('tr:focus-within').count()).toBe(1);
    await press(page, '/');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('first');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('first');
  });

  it('previews the effect of a bulk action on each row, then shows the result', async () => {
    const { client } = stage.site.admin;
    const frozen = { action: 'freeze', reason: 'A closer look.' } as const;
    await client.call(actOnPool, { params: { id: pools[1]?.id ?? '' }, body: frozen });
    const page = await stage.window({ as: stage.site.admin });
    await goTo(page, '/admin/pools?sort=title');
    await press(page, 'j', 'x', 'j', 'x', 'j', 'x');
    await waitForText(page, '3 selected');
    await page.getByRole('button', { name: 'Freeze…', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 rows will change, 1 cannot.').waitFor();
    await dialog.getByText('Already frozen.').waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Freeze 2' }).click();
    await dialog.getByText('Reason is required').waitFor();
    await dialog.getByLabel('Reason').fill('All of these look alike.');
    await dialog.getByRole('button', { name: 'Freeze 2' }).click();
    await dialog.getByText('2 changed, 1 unchanged.').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).press('Enter');
    await page.locator('#main:focus').waitFor();
    await row(page, 'First song').getByText('Frozen').waitFor();
    await row(page, 'Third song').getByText('Frozen').waitFor();
    for (const { id } of pools) await client.call(actOnPool, { params: { id }, body: { action: 'unfreeze' } });
  });

  it('selects every match, including those of other pages', async () => {
    await stage.site.sql`
      with added as (
        insert into pools (owner_id, title, title_slug, slug, url_hash, description, goal_cents, deadline, status, ended_at)
        select ${owner.id}, 'Batch ' || n, 'batch', 'batch-' || n, 'batch' || n, 'A batch of pools.', 5000, now(), 'expired', now()
        from generate_series(1, 45) n returning id)
      insert into pool_events (pool_id, from_status, to_status)
      select id, step.from_status, step.to_status
      from added, (values (1, null, 'open'), (2, 'open', 'expired')) step (n, from_status, to_status) order by id, step.n`;
    const page = await stage.window({ as: stage.site.admin });
    await goTo(page, '/admin/pools?search=Batch');
    const target = page.locator('label', { hasText: 'Select all rows of this page' });
    expect((await target.boundingBox())?.width).toBe(44);
    await target.click({ position: { x: 4, y: 4 } });
    await page.getByRole('button', { name: 'Select all 45 matches' }).click();
    await waitForText(page, 'All 45 selected');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Freeze…', exact: true }).click();
    await page.getByRole('dialog').getByText('45 rows will change.').waitFor();
  });

  it('lets one of two admins win, and shows the other who acted and how', async () => {
    stage.allow(/409 \(Conflict\)/);
    const [mine, theirs] = [await stage.window({ as: stage.site.admin }), await stage.window({ as: second })];
    for (const page of [mine, theirs]) {
      await goTo(page, `/admin/pools?open=${pools[0]?.id}`);
      await drawer(page, 'First song').getByRole('button', { name: 'Freeze…' }).click();
      await page.getByLabel('Reason').fill('It looks like a copy.');
    }
    await mine.getByRole('dialog').getByRole('button', { name: 'Freeze', exact: true }).click();
    await drawer(mine, 'First song').getByRole('button', { name: 'Unfreeze' }).waitFor();
    // The open drawer follows the other admin, too.
    await theirs.locator('.drawer').getByText('Unfreeze').waitFor();
    await theirs.getByRole('dialog').getByRole('button', { name: 'Freeze', exact: true }).click();
    const told = theirs.getByRole('alert');
    await told.getByText(/froze this pool just now/).waitFor();
    await theirs.getByRole('dialog').and(theirs.locator(':focus')).waitFor();
    await told.getByText(`@${stage.site.admin.username}`, { exact: true }).waitFor();
    await theirs.getByRole('button', { name: 'Show the current state' }).click();
    await drawer(theirs, 'First song').getByRole('button', { name: 'Unfreeze' }).waitFor();
  });

  it('leads to the current state after a refusal that no admin caused', async () => {
    stage.allow(/409 \(Conflict\)/);
    const { id } = await stage.site.newPool(owner, null, { title: 'A dropped song' });
    const page = await stage.window({ as: second });
    await goTo(page, `/admin/pools?open=${id}`);
    await drawer(page, 'A dropped song').getByRole('button', { name: 'Freeze…' }).click();
    await page.getByLabel('Reason').fill('It looks like a copy.');
    await owner.client.call(cancelPool, { params: { id }, body: { reason: 'I changed my mind' } });
    await page.getByRole('dialog').getByRole('button', { name: 'Freeze', exact: true }).click();
    await page.getByRole('alert').getByText('The pool is not in a state that allows this.').waitFor();
    await page.getByRole('button', { name: 'Show the current state' }).click();
    await drawer(page, 'A dropped song').getByText('Canceled').first().waitFor();
  });
});

describe('the users', () => {
  it('are suspended with a reason, which the audit trail keeps', async () => {
    const troll = await stage.site.member('troll');
    const page = await stage.window({ as: stage.site.admin });
    await goTo(page, `/admin/users?search=${troll.username}`);
    await page.getByRole('link', { name: troll.username }).first().click();
    const details = page.getByRole('complementary', { name: /^Details of/ });
    await details.getByRole('button', { name: 'Suspend…' }).click();
    await page.getByLabel('Without end').check();
    await page.getByLabel('Reason').fill('Insults in three chats.');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();
    await details.getByText('Suspended without end').waitFor();
    expect(await axe(page)).toEqual([]);
    const { client } = stage.site.admin;
    expect(await client.call(getAdminUser, { params: { id: troll.id } })).toMatchObject({ status: 'suspended' });
    await details.getByRole('button', { name: 'Change end date…' }).click();
    await page.getByLabel('Until a date').check();
    await page.getByLabel('Last day').fill('2099-12-31');
    await page.getByLabel('Reason').fill('A long pause.');
    await page.getByRole('dialog').getByRole('button', { name: 'Change', exact: true }).click();
    await details.getByText('Suspended until').first().waitFor();
    expect(await client.call(getAdminUser, { params: { id: troll.id } })).toMatchObject({
      suspendedUntil: '2099-12-31T23:59:59.000Z',
    });
    await goTo(page, '/admin/audit?action=user.suspended');
    await page
      .getByRole('link', { name: /suspended this person/ })
      .first()
      .click();
    await page.getByRole('complementary').getByText('Insults in three chats.').waitFor();
    expect(await axe(page)).toEqual([]);
  });

  it('open full screen on a phone, where Back closes them', async () => {
    const page = await stage.window({ as: stage.site.admin, width: 390, phone: true });
    await goTo(page, `/admin/users?search=${owner.username}`);
    await page.getByRole('link', { name: owner.username }).first().click();
    const details = page.getByRole('dialog', { name: /^Details of/ });
    await details.getByText(owner.email).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.goBack();
    await expect.poll(() => details.count()).toBe(0);
  });
});
