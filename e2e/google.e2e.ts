import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import { password } from '#testing/journeys/http-site.ts';
import { readOutbox } from '#testing/outbox.ts';
import { startTestIssuer } from '#testing/servers/oidc.ts';
import { setStage } from './stage.ts';

const newName = () => `new_${randomBytes(4).toString('hex')}`;

const issuer = await startTestIssuer();
const acme = await startTestIssuer({ id: 'acme', label: 'Acme' });
afterAll(() => Promise.all([issuer.close(), acme.close()]));

const stage = setStage({
  env: { ...issuer.env, ...acme.env },
  opened: (site) => {
    issuer.open(site.app.url);
    acme.open(site.app.url);
  },
});

/** A person with a confirmed email and a password. */
async function confirmedPerson() {
  const { sql } = stage.site;
  const person = await stage.site.member('link');
  const [row] = await sql<{ email: string }[]>`
    update users set email_verified_at = now() where id = ${person.id} returning email`;
  return { ...person, email: row?.email ?? '' };
}

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

describe('an account with the email of a provider', () => {
  it('asks for its password once, and opens with the provider from then on', async () => {
    const { email } = await confirmedPerson();
    issuer.expect('google-linked', { email, name: 'Grace Hopper' });
    const page = await stage.window();
    await goTo(page, '/auth?redirect=%2Fmy-account');
    await page.getByRole('link', { name: 'Sign in with Google' }).click();
    await page.getByRole('heading', { name: 'Link Google to your account' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    stage.allow(/401/);
    await page.getByRole('button', { name: 'Link Google' }).click();
    await page.getByRole('alert').getByText('Invalid username or password.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Link Google' }).click();
    await page.waitForURL(`${stage.site.app.url}/my-account`);
    await waitForText(page, 'You can now sign in with Google.');

    const other = await stage.window();
    await goTo(other, '/auth?redirect=%2Fmy-account');
    await other.getByRole('link', { name: 'Sign in with Google' }).click();
    await other.waitForURL(`${stage.site.app.url}/my-account`);
  });

  it('takes a mailed code instead of the password', async () => {
    const { email, username } = await confirmedPerson();
    acme.expect('acme-linked', { email });
    const page = await stage.window();
    await goTo(page, '/auth');
    await page.getByRole('link', { name: 'Sign in with Acme' }).click();
    await page.getByRole('heading', { name: 'Link Acme to your account' }).waitFor();
    await page.getByRole('button', { name: 'Email me a code' }).click();
    const field = page.getByLabel('Code from the email');
    await field.waitFor();
    expect(await axe(page)).toEqual([]);
    const text = (await readOutbox(stage.site.app, email)).map((mail) => mail.text).join('\n');
    const code = /Code: (\d{4} \d{4})/.exec(text)?.[1] ?? '';
    stage.allow(/400/);
    await field.fill(code.startsWith('0') ? '1111 1111' : '0000 0000');
    await page.getByRole('button', { name: 'Link Acme' }).click();
    await waitForText(page, 'That code isn’t right.');
    await field.fill(code);
    await page.getByRole('button', { name: 'Link Acme' }).click();
    await page.waitForURL(`${stage.site.app.url}/`);
    await waitForText(page, 'You can now sign in with Acme.');
    await goTo(page, '/my-account');
    await waitForText(page, username);
  });

  it('says that nothing waits in a browser without a sign-in at a provider', async () => {
    stage.allow(/404/);
    const page = await stage.window();
    await goTo(page, '/auth/link');
    await page.getByRole('heading', { name: 'Nothing to link' }).waitFor();
    expect(await axe(page)).toEqual([]);
  });
});

describe('linked accounts in the settings', () => {
  it('are linked and unlinked, and the last way in stays', async () => {
    const name = newName();
    issuer.expect(name, { email: `${name}@gmail.example`, name: 'Grace Hopper' });
    const page = await stage.window();
    await goTo(page, '/auth?redirect=%2Fsettings%23linked');
    await page.getByRole('link', { name: 'Sign in with Google' }).click();
    await page.waitForURL(`${stage.site.app.url}/settings#linked`);
    await waitForHydration(page);
    const part = page.getByRole('region', { name: 'Linked accounts', exact: true });
    // Not the dialog, which names it too while it closes.
    const google = part.getByRole('listitem').filter({ hasText: `${name}@gmail.example` });
    await google.waitFor();

    stage.allow(/409/);
    await part.getByRole('button', { name: 'Unlink Google' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click();
    await waitForText(page, 'You have no other way to sign in.');

    acme.expect(`acme-${name}`, { email: `${name}@work.example` });
    await part.getByRole('button', { name: 'Link Acme' }).click();
    await part.getByText(`${name}@work.example`).waitFor();
    expect(await axe(page)).toEqual([]);
    await part.getByRole('button', { name: 'Unlink Google' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click();
    await google.waitFor({ state: 'detached' });
    expect(await part.getByRole('listitem').count()).toBe(1);
  });
});
