import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAdminUser } from '#contract/admin/users.ts';
import { createPool, editPool } from '#contract/pools/pools.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { goTo, openBrowser, type TestBrowser, waitForHydration, waitForText } from '#testing/browser.ts';
import { poolFormOf } from '#testing/builders.ts';
import { field, log, messageWith, say } from './chat-window.ts';
import { setStage } from './stage.ts';

/** Decisions of admins, as the admin and the people concerned see them. */
const stage = setStage();

async function adminAt(path: string): Promise<Page> {
  const page = await stage.window({ as: stage.site.admin });
  await goTo(page, path);
  return page;
}

describe('an application', () => {
  const savedDraft = (page: Page) =>
    page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('applicationDraft:'))?.[1] ?? '');

  async function apply(page: Page, bio: string): Promise<void> {
    await page.getByLabel('Full name').fill('Maya Reyes');
    await page.getByLabel('Username').fill('maya_makes');
    await page.getByLabel('Category').selectOption('Music');
    await page.getByLabel('Bio').fill(bio);
    await page.getByLabel('Platform of link 1').selectOption({ index: 1 });
    await page.getByLabel('URL of link 1').fill('https://maya.example/songs');
    await page.getByLabel('Proof link').fill('https://maya.example/proof');
    await expect.poll(() => savedDraft(page)).toContain('https://maya.example/proof');
    // The draft survives a reload; the consent does not.
    await page.getByLabel('I agree to the creator agreement').check();
    await page.reload();
    const again = page.getByRole('button', { name: 'Apply again' });
    await waitForHydration(page);
    if (await again.isVisible()) await again.click();
    await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Maya Reyes');
    expect(await page.getByLabel('Category').inputValue()).toBe('Music');
    expect(await page.getByLabel('URL of link 1').inputValue()).toBe('https://maya.example/songs');
    expect(await page.getByLabel('I agree to the creator agreement').isChecked()).toBe(false);
    await page.getByLabel('I agree to the creator agreement').check();
    await page.getByRole('button', { name: 'Send application' }).click();
    await page.getByRole('heading', { name: 'Your application is under review' }).waitFor();
    expect(await savedDraft(page)).toBe('');
  }

  async function decide(admin: Page, decision: 'Approve' | 'Reject', reason?: string): Promise<void> {
    if (decision === 'Approve') {
      await admin.getByRole('button', { name: 'Actions for Maya Reyes' }).press('Enter');
      await admin.getByRole('menuitem', { name: 'Approve…' }).press('Enter');
    } else {
      await admin.getByRole('link', { name: 'Maya Reyes' }).first().press('Enter');
      await admin.getByRole('button', { name: 'Reject…' }).press('Enter');
    }
    const dialog = admin.getByRole('dialog');
    if (reason) await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: decision, exact: true }).press('Enter');
    await waitForText(admin, 'No applications waiting');
    // The pressed buttons are gone: the focus moves to the closest region around them.
    const entry = admin.getByRole('article', { name: 'Application of Maya Reyes' });
    const region = decision === 'Approve' ? admin.getByRole('main') : entry;
    await region.and(admin.locator(':focus')).waitFor();
  }

  it('is rejected with a reason, and approved after the person has applied again', async () => {
    const person = await stage.site.member('maya');
    const page = await stage.window({ as: person });
    await goTo(page, '/become-creator');
    await apply(page, 'Songs about the weather.');
    const admin = await adminAt('/admin/verifications');
    await decide(admin, 'Reject', 'The proof link does not name you');

    // A notice that is stored after the page is rendered and before its socket connects appears only later.
    await stage.site.app.settle();
    await goTo(page, '/notifications');
    await waitForText(page, 'Reason: The proof link does not name you. You can update your application');
    await goTo(page, '/become-creator');
    await waitForText(page, 'The proof link does not name you');
    await page.getByRole('button', { name: 'Apply again' }).click();
    const answers = ['Full name', 'Username', 'Category', 'Bio', 'URL of link 1', 'Proof link'];
    expect(await Promise.all(answers.map((label) => page.getByLabel(label).inputValue()))).toEqual([
      'Maya Reyes',
      'maya_makes',
      'Music',
      'Songs about the weather.',
      'https://maya.example/songs',
      'https://maya.example/proof',
    ]);
    expect(await page.getByLabel('I agree to the creator agreement').isChecked()).toBe(false);
    // Unchanged answers are no draft, which would hide those of a newer application from another device.
    await page.waitForTimeout(500);
    expect(await savedDraft(page)).toBe('');
    await apply(page, 'Songs about the weather, and now my name is on the page.');
    await goTo(admin, '/admin/verifications');
    await decide(admin, 'Approve');

    await goTo(page, '/become-creator');
    await page.getByRole('heading', { name: 'You are a verified creator' }).waitFor();
    await goTo(page, '/dashboard');
    await page.getByRole('heading', { level: 1, name: 'Creator dashboard' }).waitFor();
    await waitForText(page, 'No requests right now');
  });

  it('gives a profile to a creator who got the role from an admin', async () => {
    const person = await stage.site.member('nia');
    await stage.site.admin.client.call(changeAdminUser, {
      params: { id: person.id },
      body: { role: 'creator', reason: 'Asked by email' },
    });
    const page = await stage.window({ as: person });
    await goTo(page, '/dashboard');
    // The answer for a person without an application.
    stage.allow(/status of 404/);
    await page.getByRole('link', { name: 'Apply for a profile' }).click();
    await waitForText(page, 'Fans can’t find you yet');
    await page.getByRole('button', { name: 'Send application' }).waitFor();
  });
});

it('open an adult pool only with the content that the admin saw', async () => {
  const owner = await stage.site.member('owner');
  const { id } = await owner.client.call(createPool, {
    body: poolFormOf({ title: 'First text', categories: ['NSFW'] }),
  });
  const admin = await adminAt(`/admin/pools?open=${id}`);
  const dialog = admin.getByRole('dialog');
  const review = async (title: string) => {
    await admin.getByRole('button', { name: 'Review and open…' }).click();
    await dialog.getByText(title).waitFor();
  };
  await review('First text');
  await owner.client.call(editPool, { params: { id }, body: { title: 'Second text' } });
  stage.allow(/409 \(Conflict\)/);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await dialog.getByRole('alert').getByText('This pool’s content changed after you opened it.').waitFor();
  await admin.getByRole('heading', { name: 'Second text', includeHidden: true }).waitFor({ state: 'attached' });
  await dialog.getByRole('button', { name: 'Show the current state' }).click();
  await review('Second text');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await waitForText(admin, 'The pool is open');
});

describe('money', () => {
  it('is refunded once to every fan when an admin removes a funded pool', async () => {
    const { site } = stage;
    const [owner, creator, ...fans] = await Promise.all([
      site.member('owner'),
      site.creator(),
      site.member('anna'),
      site.member('ben'),
    ]);
    const pledged = fans.map((who, index) => ({ who, cents: 2000 + index }));
    const { pool } = await site.funded(owner, creator, pledged);
    const admin = await adminAt(`/admin/users?open=${fans[0]?.id}`);
    const dialog = admin.getByRole('dialog');
    // A refusal that is no conflict keeps the reason for another attempt.
    await admin.getByRole('button', { name: 'Delete account…' }).click();
    await dialog.getByLabel('Reason').fill('She asked by email.');
    stage.allow(/409 \(Conflict\)/);
    await dialog.getByRole('button', { name: 'Delete account', exact: true }).click();
    await dialog
      .getByRole('alert')
      .getByText('The account can be deleted once the pool is delivered or refunded.')
      .waitFor();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('She asked by email.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await goTo(admin, `/admin/pools?open=${pool.id}`);
    await admin.getByRole('button', { name: 'Remove…' }).click();
    await dialog.getByLabel('Reason').fill('It broke a rule.');
    await dialog.getByRole('button', { name: 'Remove and refund $40.01' }).click();
    await admin.getByRole('complementary').getByText('Removed').first().waitFor();
    await site.app.settle();
    const refunds = await site.sql<{ userId: string; amountCents: number; status: string }[]>`
      select c.user_id, r.amount_cents, r.status from refunds r join payments c on c.id = r.payment_id
      where c.held_account = ${`held:${pool.id}`} order by r.amount_cents`;
    const expected = pledged.map(({ who, cents }) => ({ userId: who.id, amountCents: cents, status: 'succeeded' }));
    expect([...refunds]).toEqual(expected);
    for (const { who, cents } of pledged) {
      const page = await stage.window({ as: who });
      await goTo(page, pool.canonicalPath);
      await waitForText(page, new RegExp(`\\$${(cents / 100).toFixed(2).replace('.00', '')} was refunded`));
    }
  });

  it('on a creator’s statement equals the ledger to the cent, on the screen and in print', async () => {
    const { site } = stage;
    const [owner, creator, fan] = await Promise.all([site.member('owner'), site.creator(), site.member('fan')]);
    const { pool } = await site.funded(owner, creator, [{ who: fan, cents: 33_33 }]);
    await site.deliver(creator, pool);
    await site.review(pool);
    await site.letTimePass(pool);
    await site.funded(owner, creator, [{ who: fan, cents: 19_99 }]);
    const page = await stage.window({ as: creator });
    await goTo(page, '/dashboard?view=earnings');
    const [ledger] = await site.sql<{ earned: number; paidOut: number; payable: number; held: number }[]>`
      select coalesce(-sum(amount_cents) filter (where amount_cents < 0 and account = ${`creator_payable:${creator.id}`}), 0)::bigint as earned,
        coalesce(sum(amount_cents) filter (where amount_cents > 0 and account = ${`creator_payable:${creator.id}`}), 0)::bigint as paid_out,
        coalesce(-sum(amount_cents) filter (where account = ${`creator_payable:${creator.id}`}), 0)::bigint as payable,
        coalesce(-sum(amount_cents) filter (where account in (
          select 'held:' || id from pools where assigned_creator_id = ${creator.id})), 0)::bigint as held
      from ledger_entries`;
    expect(ledger).toMatchObject({ payable: 0, held: 19_99 });
    const dollars = (cents = 0) => `$${(cents / 100).toFixed(2)}`;
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media });
      const rows = await page.getByRole('main').getByRole('row').filter({ visible: true }).allInnerTexts();
      const lines = rows.map((row) => row.replaceAll(/\s+/g, ' '));
      expect(lines.find((line) => line.includes('Earned'))).toContain(dollars(ledger?.earned));
      expect(lines.find((line) => line.includes('Payout to your bank'))).toContain(`−${dollars(ledger?.paidOut)}`);
      const text = ((await page.getByRole('main').textContent()) ?? '').replaceAll(/\s+/g, ' ');
      expect(text).toContain(`Closing balance${dollars(ledger?.payable)}`);
      expect(text).toContain(`Held at the end${dollars(ledger?.held)}`);
    }
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  });
});

describe('a fan who is in a chat on another node', () => {
  let other: TestApp;
  let browser: TestBrowser;
  beforeAll(async () => {
    other = await startTestApp({ beside: stage.site.app, pages: 'build' });
    browser = await openBrowser(other.url);
  });
  afterAll(async () => {
    await browser.close();
    await other.close();
  });

  it('can no longer write there as soon as an admin suspends them, and reads why', async () => {
    const { site } = stage;
    const troll = await site.member('troll');
    const room = await browser.window({ as: troll });
    await goTo(room, '/browse-tip-pools');
    await room.getByRole('button', { name: 'Chat', exact: true }).filter({ visible: true }).click();
    await log(room).waitFor();
    await say(room, 'You are all fools');
    const admin = await adminAt(`/admin/users?open=${troll.id}`);
    await admin.getByRole('button', { name: 'Suspend…' }).click();
    await admin.getByLabel('Without end').check();
    await admin.getByLabel('Reason').fill('Insults in the chat');
    await admin.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();

    await waitForText(room, 'Your account is suspended. You can read, but not write.');
    expect(await field(room).filter({ visible: true }).count()).toBe(0);
    await messageWith(room, 'You are all fools').waitFor();
    await goTo(room, '/messages');
    const banner = room.getByRole('region', { name: 'Your suspension' });
    await banner.getByText('Reason: Insults in the chat').waitFor();
    // The page does not scroll, so nothing of it may lie below the window.
    const bottom = await room.getByRole('main').evaluate((main) => main.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThanOrEqual(800);
    await banner.getByRole('button', { name: 'Appeal' }).click();
    await room.getByLabel('Why should we look again?').fill('I meant the weather.');
    await room.getByRole('button', { name: 'Send appeal' }).click();
    await waitForText(room, 'Appeal sent');
    await banner.getByText('You’ve appealed. An admin will review it and reply by email.').waitFor();
    expect(await banner.getByRole('button').count()).toBe(0);
    await goTo(admin, '/admin/reports?kind=appeal');
    await admin.getByRole('link', { name: /Appeal against the suspension of/ }).waitFor();
    expect(await admin.getByLabel('Kind').inputValue()).toBe('appeal');
    expect(browser.takeFaults()).toEqual([]);
  });
});
