import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { goTo, waitForText } from '#testing/browser.ts';
import { mailedToken } from '#testing/outbox.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const refused = (status: number) => new RegExp(`status of ${status}`);

async function fillSignIn(page: Page, email: string, secret: string): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(secret);
}

describe('a forgotten password', () => {
  it('can be replaced once with the mailed link, which ends other sessions', async () => {
    const ada = await stage.site.member('ada');
    const elsewhere = await stage.window({ as: ada });
    const page = await stage.window();
    await goTo(page, '/auth');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await submit(page, 'Send link');
    await waitForText(page, 'Email is required');
    await field(page, 'Email').fill(ada.email);
    await submit(page, 'Send link');
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();

    const link = `/reset-password?token=${await mailedToken(stage.site.app, ada.email, '/reset-password')}`;
    await goTo(page, link);
    await field(page, 'New password').fill('short');
    await submit(page, 'Set password');
    await waitForText(page, 'Password must be at least 8 characters');
    await field(page, 'New password').fill('a better horse 10');
    await submit(page, 'Set password');
    await page.getByRole('heading', { name: 'Password changed' }).waitFor();
    await elsewhere.goto('/my-account');
    expect(elsewhere.url()).toContain('/auth?redirect=');

    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).last().click();
    await fillSignIn(page, ada.email, 'a better horse 10');
    await submit(page, 'Sign In');
    await waitForText(page, 'Login successful');
    stage.allow(refused(400));
    await goTo(page, link);
    await field(page, 'New password').fill('yet another horse 11');
    await submit(page, 'Set password');
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
  });

  it('keeps the requested page, which opens after signing in', async () => {
    const ada = await stage.site.member('ada');
    const page = await stage.window();
    await goTo(page, '/my-account');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    const signIn = page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).last();
    expect(await signIn.getAttribute('href')).toBe('/auth?mode=login&redirect=%2Fmy-account');
    await field(page, 'Email').fill(ada.email);
    await submit(page, 'Send link');
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await goTo(page, `/reset-password?token=${await mailedToken(stage.site.app, ada.email, '/reset-password')}`);
    await field(page, 'New password').fill('a better horse 10');
    await submit(page, 'Set password');
    await page.getByRole('heading', { name: 'Password changed' }).waitFor();
    await signIn.click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await fillSignIn(page, ada.email, 'a better horse 10');
    await submit(page, 'Sign In');
    await page.waitForURL('**/my-account');
  });

  it('gets the same answer for an unknown email', async () => {
    const page = await stage.window();
    await goTo(page, '/forgot-password');
    await field(page, 'Email').fill('unknown@example.org');
    await submit(page, 'Send link');
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  });
});
