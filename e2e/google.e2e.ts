import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import { startTestIssuer } from '#testing/servers/oidc.ts';
import { setStage } from './stage.ts';

const newName = () => `new_${randomBytes(4).toString('hex')}`;

const issuer = await startTestIssuer();
afterAll(() => issuer.close());

const stage = setStage({ env: issuer.env, opened: (site) => issuer.open(site.app.url) });

describe('Google', () => {
  it('signs people in and returns to the page they were on', async () => {
    issuer.expect('google-1', { email: `${newName()}@gmail.example`, name: 'Grace Hopper' });
    const page = await stage.window();
    await goTo(page, '/auth?mode=register&redirect=%2Fmy-account');
    await page.getByRole('link', { name: 'Sign up with Google' }).click();
    await page.waitForURL(`${stage.site.app.url}/my-account`);
    await waitForHydration(page);
    await page.getByRole('main').getByText('Grace Hopper').waitFor();
  });

  it('explains what to do when another Google account has the email, and signs in with the first one', async () => {
    const person = { email: `${newName()}@gmail.example`, name: 'Grace Hopper' };
    issuer.expect('google-first', person);
    const page = await stage.window();
    await goTo(page, '/auth');
    await page.getByRole('link', { name: 'Sign in with Google' }).click();
    await page.waitForURL(`${stage.site.app.url}/`);

    issuer.expect('google-second', person);
    const other = await stage.window();
    await goTo(other, '/auth?mode=register&redirect=%2Fmy-account');
    await other.getByRole('link', { name: 'Sign up with Google' }).click();
    const alert = other.getByRole('alert');
    await alert.getByText('The account with this email is linked to a different Google account.').waitFor();
    expect(await axe(other)).toEqual([]);
    expect(await alert.getByRole('link', { name: 'set a new password' }).getAttribute('href')).toBe(
      '/forgot-password?redirect=%2Fmy-account',
    );
    issuer.expect('google-first', person);
    await alert.getByRole('link', { name: 'choose the other Google account' }).click();
    await other.waitForURL(`${stage.site.app.url}/my-account`);
  });

  it('shows in the settings that a repeated sign-in failed', async () => {
    const email = `${newName()}@gmail.example`;
    issuer.expect('google-repeated', { email, name: 'Grace Hopper' });
    const page = await stage.window();
    await goTo(page, '/auth?redirect=%2Fmy-account');
    await page.getByRole('link', { name: 'Sign in with Google' }).click();
    await page.waitForURL(`${stage.site.app.url}/my-account`);
    await stage.site.sql`update sessions set proven_at = now() - interval '1 hour'
      where user_id = (select id from users where email = ${email})`;
    await goTo(page, '/settings#password');
    issuer.tamper(() => 'not a token');
    const part = page.getByRole('region', { name: 'Password', exact: true });
    await part.getByRole('link', { name: 'Sign in with Google' }).click();
    await part.getByRole('alert').getByText('Google sign-in didn’t complete. Please try again.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    issuer.tamper();
    await part.getByRole('link', { name: 'Sign in with Google' }).click();
    await page.waitForURL(`${stage.site.app.url}/settings#password`);
    await part.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('shows a message when the sign-in failed', async () => {
    const page = await stage.window();
    await goTo(page, '/auth?error=google_failed');
    await waitForText(page, 'Google sign-in didn’t complete. Please try again.');
    await page.getByRole('link', { name: 'Sign in with Google' }).waitFor();
  });
});
