import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { updateProfile } from '#contract/settings.ts';
import { unsubscribeUrl } from '#server/notifications/choices/unsubscribe-token.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { password } from '#testing/journeys/http-site.ts';
import { mailedToken } from '#testing/outbox.ts';
import { unzip } from '#testing/zip.ts';
import { signIn } from './people.ts';
import { setStage } from './stage.ts';
import { widthWithLargeText } from './text-layout.ts';

const stage = setStage();

const part = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
/** The pixels that a select has left beside this text. */
function roomForText(select: HTMLElement | SVGElement, text: string): number {
  const { font, paddingLeft, paddingRight } = getComputedStyle(select);
  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  pen.font = font;
  return (
    select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - pen.measureText(text).width
  );
}

const refused = (status: number) => new RegExp(`status of ${status}`);

describe('the settings', () => {
  it('save profile, privacy, notifications and theme', async () => {
    const ada = await stage.site.member('ada');
    const page = await stage.window({ as: ada, width: 390, height: 844, phone: true });
    // A phone shows one part at a time.
    await goTo(page, '/settings#profile');
    expect(await axe(page)).toEqual([]);
    const profile = part(page, 'Profile');
    await profile.getByLabel('Display name').fill('Ada Lovelace');
    await profile.getByLabel('Bio').fill('Mathematics.');
    await profile.getByLabel('Username').fill('admin');
    await waitForText(page, 'This username is already taken');
    await profile.getByLabel('Username').fill(ada.username);
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await waitForText(page, 'Profile saved');
    // Another tab renames the account. This page saves only the changed bio, and then shows the new name.
    stage.allow(/409 \(Conflict\)/);
    const renamed = `${ada.username.slice(0, 12)}_renamed`;
    await ada.client.call(updateProfile, { body: { username: renamed } });
    await profile.getByLabel('Bio').fill('Mathematics and poetry.');
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await expect.poll(() => profile.getByLabel('Username').inputValue()).toBe(renamed);
    const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: '#2a7' } }).png();
    await profile
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await waitForText(page, 'Only PNG, JPG, and WebP files are allowed');
    const pictureField = profile.locator('input[type=file]');
    await pictureField.focus();
    await pictureField.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture.toBuffer() });
    await waitForText(page, 'Picture saved');
    await pictureField.and(page.locator(':focus')).waitFor();
    await goTo(page, '/settings#privacy');
    await part(page, 'Privacy').getByLabel('Hide the pools I back').click();
    await waitForText(page, 'The pools you back are private');
    await goTo(page, '/settings#notifications');
    const told = page.locator('#notifications');
    await told
      .getByRole('row', { name: /^Payments/ })
      .getByText('Right away')
      .waitFor();
    const saved = page.waitForResponse('**/api/notifications/choices');
    await told.getByLabel('Pools you back, follow or started: email').selectOption('Weekly');
    await saved;
    await goTo(page, '/settings#theme');
    await part(page, 'Theme').getByRole('radio', { name: /^Dark/ }).check();

    await goTo(page, '/settings#notifications');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await page.reload();
    await goTo(page, '/settings#profile');
    expect(await profile.getByLabel('Display name').inputValue()).toBe('Ada Lovelace');
    expect(await profile.getByLabel('Bio').inputValue()).toBe('Mathematics and poetry.');
    expect(await profile.locator('.avatar img').getAttribute('src')).toMatch(/^\/media\/images\//);
    await goTo(page, '/settings#privacy');
    expect(await part(page, 'Privacy').getByLabel('Hide the pools I back').isChecked()).toBe(true);
    await goTo(page, '/settings#notifications');
    expect(await told.getByLabel('Pools you back, follow or started: email').inputValue()).toBe('weekly');
    expect(await told.getByLabel('Pools you back, follow or started: here').isChecked()).toBe(true);
    const timing = told.getByLabel('Your work as a creator: email');
    expect(await timing.evaluate(roomForText, 'Right away')).toBeGreaterThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await page.evaluate(widthWithLargeText)).toBeLessThanOrEqual(390);
    // The URL fragment scrolls to its section.
    expect(await told.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(300);
    await goTo(page, '/settings#theme');
    await part(page, 'Theme')
      .getByRole('radio', { name: /^Match this device/ })
      .check();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBeUndefined();
    await goTo(page, '/settings#profile');
    await profile.getByRole('button', { name: 'Remove picture' }).press('Enter');
    await waitForText(page, 'Picture removed');
    await profile.and(page.locator(':focus')).waitFor();
  });

  it('unsubscribe by a link without a session, report a bouncing address, and state the time of digests', async () => {
    const eve = await stage.site.member('eve');
    const { context } = stage.site.app;
    const link = await context.db.tx((tx) => unsubscribeUrl(context, tx, { userId: eve.id, scope: 'creator' }));
    const page = await stage.window({ width: 390 });
    await goTo(page, new URL(link).pathname + new URL(link).search);
    await waitForText(page, 'Unsubscribe from emails about “Your work as a creator”?');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await waitForText(page, 'You’re unsubscribed');
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForText(page, 'You’re subscribed again');
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await waitForText(page, 'You’re unsubscribed');
    await page.reload();
    await waitForText(page, 'You’re already unsubscribed');
    stage.allow(refused(400));
    await goTo(page, '/unsubscribe?token=forged');
    await waitForText(page, 'This link is incomplete');

    await context.mail.bounces.record({ address: eve.email, diagnostic: '550 5.1.1 User unknown' });
    const own = await stage.window({ as: eve, width: 768 });
    await goTo(own, '/settings');
    await waitForText(own, 'doesn’t arrive');
    await waitForText(own, '550 5.1.1 User unknown');
    await own.getByRole('button', { name: 'Send a confirmation link' }).click();
    await waitForText(own, 'A new confirmation link is on its way.');
    const openPart = async (name: string) => {
      await own.locator('.settings-back:visible').click();
      await own.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true }).click();
    };
    await goTo(own, '/settings#notifications');
    await openPart('Notifications');
    await own.getByRole('link', { name: 'change your email' }).click();
    await own.waitForURL('**/settings#email');
    // To the list, not to the part before.
    await openPart('Notifications');
    const told = own.locator('#notifications');
    expect(await told.getByLabel('Your work as a creator: email').inputValue()).toBe('never');
    await told.getByText('Mondays at 8 a.m., UTC').waitFor();
    expect(await axe(own)).toEqual([]);
  });

  it('change the password and the email, and sign out elsewhere', async () => {
    const ben = await stage.site.member('ben');
    const page = await stage.window({ as: ben });
    const elsewhere = await stage.window();
    await goTo(elsewhere, '/auth?redirect=%2Fsettings');
    await signIn(elsewhere, ben.email);
    await goTo(page, '/settings');
    const sessions = part(page, 'Sessions');
    await sessions.getByText('This device', { exact: true }).waitFor();
    expect(await sessions.getByRole('listitem').count()).toBe(2);
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
    await waitForText(page, 'Session ended');
    await sessions.and(page.locator(':focus')).waitFor();
    expect(await sessions.getByRole('listitem').count()).toBe(1);
    await elsewhere.goto('/settings');
    expect(elsewhere.url()).toContain('/auth?redirect=%2Fsettings');

    // A read that began before the change of the password has the cookie of the session that ends with it.
    stage.allow(refused(400), refused(401));
    const secret = part(page, 'Password');
    await secret.getByLabel('Current password').fill('not this');
    await secret.getByLabel('New password').fill('another good 1');
    await secret.getByRole('button', { name: 'Change password' }).click();
    await secret.getByText('That isn’t your current password.').waitFor();
    await secret.getByLabel('Current password').fill(password);
    await secret.getByRole('button', { name: 'Change password' }).click();
    await waitForText(page, 'Password changed');

    const email = part(page, 'Email');
    const to = `new_${ben.email}`;
    await email.getByLabel('New email').fill(to);
    await email.getByLabel('Your password').fill('another good 1');
    await email.getByRole('button', { name: 'Change email' }).click();
    await email.getByText('to make it your new email').waitFor();
    const token = await mailedToken(stage.site.app, to, '/verify-email');
    const suspend = (at: Date | null) => stage.site.sql`update users set suspended_at = ${at} where id = ${ben.id}`;
    await suspend(new Date());
    stage.allow(refused(403));
    await goTo(page, `/verify-email?token=${token}`);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await waitForText(page, 'This account is suspended. You can still sign in, read and export your data.');
    await suspend(null);
    await page.getByRole('button', { name: 'Retry' }).click();
    await waitForText(page, 'Email confirmed');
    await goTo(page, '/settings#email');
    await part(page, 'Email').getByText(to, { exact: true }).waitFor();
  });
});

describe('deleting the account', () => {
  it('works after downloading all data', async () => {
    const cleo = await stage.site.member('cleo');
    const pool = await stage.site.newPool(cleo, null, { title: 'Mine alone' });
    await stage.site.pledge(cleo, pool, 5_00);
    const page = await stage.window({ as: cleo });
    await goTo(page, '/settings');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    const files = unzip(await readFile(await download.path()));
    expect(String(files.get('pools.json'))).toContain('Mine alone');

    await part(page, 'Delete account').getByRole('button', { name: 'Delete account…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    const go = dialog.getByRole('button', { name: 'Delete my account' });
    await go.click();
    await dialog.getByText('That’s not your username.').waitFor();
    await dialog.getByLabel(/^Type/).fill(cleo.username);
    // A selection of text that ends outside the dialog keeps it open.
    await dialog.getByLabel(/^Type/).hover();
    await page.mouse.down();
    await page.mouse.move(2, 2);
    await page.mouse.up();
    stage.allow(refused(400));
    await dialog.getByLabel('Your password').fill('not this');
    await go.click();
    await dialog.getByText('That isn’t your current password.').waitFor();
    await dialog.getByLabel('Your password').fill(password);
    await go.click();
    await waitForText(page, 'Your account is deleted');
    await page.getByRole('link', { name: 'Get Started' }).first().waitFor();
    await page.goto('/settings');
    expect(page.url()).toContain('/auth?redirect=%2Fsettings');
    expect((await stage.site.pool(pool.id)).status).toBe('cancelled');
  });

  it('is refused with the reason while money is held', async () => {
    const [dora, owner] = [await stage.site.member('dora'), await stage.site.member('owner')];
    const creator = await stage.site.creator();
    await stage.site.funded(owner, creator, [{ who: dora, cents: 10_00 }]);
    const page = await stage.window({ as: dora, width: 390, height: 844, phone: true });
    await goTo(page, '/settings#delete');
    await part(page, 'Delete account').getByRole('button', { name: 'Delete account…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByLabel(/^Type/).fill(dora.username);
    await dialog.getByLabel('Your password').fill(password);
    stage.allow(refused(409));
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await dialog.getByText('A payment of $10 is held for').waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep account' }).click();
    await page.keyboard.press('Tab');
    expect(await part(page, 'Delete account').isVisible()).toBe(true);
  });
});
