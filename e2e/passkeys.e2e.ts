import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { startPasskeySignIn } from '#contract/second-factor.ts';
import { axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import { freePort } from '#testing/free-port.ts';
import { type Member, password } from '#testing/journeys/http-site.ts';
import { setStage } from './stage.ts';

// WebAuthn knows `localhost`, but no IP address.
const port = await freePort();
const stage = setStage({ env: { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` } });

const region = (page: Page) => page.getByRole('region', { name: 'Sign-in security', exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Gives the window's browser a built-in authenticator that knows its person by a fingerprint. */
async function addAuthenticator(page: Page, { isVerified = true } = {}) {
  const wire = await page.context().newCDPSession(page);
  await wire.send('WebAuthn.enable');
  const { authenticatorId } = await wire.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: isVerified,
      automaticPresenceSimulation: true,
    },
  });
  /** While the person is there, they touch the device at once, and choose the first suggestion. */
  const setPresent = (enabled: boolean) =>
    wire.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  const credentials = async () => (await wire.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return { setPresent, credentials };
}

async function signIn(page: Page, { email }: Pick<Member, 'email'>, path = '/settings#second-factor') {
  await goTo(page, `/auth?redirect=${encodeURIComponent(path)}`);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign In').click();
  await page.waitForURL(`**${path}`);
  await waitForHydration(page);
}

/** The virtual person would choose the first suggestion of the email field before the test presses the button. */
const suggestNothing = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

async function addPasskey(page: Page, name?: string): Promise<void> {
  await button(page, 'Add a passkey').click();
  if (name) await page.getByLabel('Name', { exact: true }).fill(name);
  await button(page, 'Continue').click();
}

describe('a passkey', () => {
  it('is added, signs in alone, and is renamed and removed', async () => {
    const page = await stage.window();
    const device = await addAuthenticator(page);
    await suggestNothing(page);
    await signIn(page, await stage.site.member('ada'));
    await region(page).getByText('No passkeys yet.').waitFor();
    await button(page, 'Add a passkey').click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Chrome on Linux');
    expect(await axe(page)).toEqual([]);
    await button(page, 'Continue').click();
    const codes = page.getByRole('dialog', { name: /recovery codes/i });
    await codes.getByRole('listitem').nth(9).waitFor();
    await codes.getByRole('button', { name: /saved/ }).click();
    await region(page).getByText('not used yet').waitFor();
    expect(await device.credentials()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);
    expect(await axe(page)).toEqual([]);

    await page.context().clearCookies();
    await goTo(page, '/auth?redirect=%2Fsettings%23second-factor');
    await button(page, 'Sign in with a passkey').click();
    await page.waitForURL('**/settings#second-factor');
    await waitForHydration(page);
    await waitForText(page, 'Welcome back');
    await region(page).getByText('last used').waitFor();

    await button(page, 'Rename Chrome on Linux').click();
    await page.getByLabel('Name', { exact: true }).fill('Work laptop');
    await button(page, 'Save').click();
    await button(page, 'Remove Work laptop').click();
    const confirm = page.getByRole('dialog', { name: 'Remove “Work laptop”?' });
    await confirm.getByText('your recovery codes stop working as well').waitFor();
    await confirm.getByRole('button', { name: 'Remove' }).click();
    await region(page).getByText('No passkeys yet.').waitFor();

    await page.context().clearCookies();
    stage.allow(/status of 400/);
    await goTo(page, '/auth');
    await button(page, 'Sign in with a passkey').click();
    await page.getByRole('alert').getByText('That passkey didn’t work. Please try again.').waitFor();
    expect(await axe(page)).toEqual([]);
  });

  it('is not made twice on one device, nor without the person', async () => {
    const page = await stage.window();
    await addAuthenticator(page);
    await signIn(page, await stage.site.member('ben'));
    await addPasskey(page, 'Phone');
    await page.getByRole('button', { name: /saved/ }).click();
    await addPasskey(page, 'Phone again');
    await page.getByRole('dialog').getByText('This device already has a passkey for your account.').waitFor();

    const other = await stage.window();
    await addAuthenticator(other, { isVerified: false });
    await signIn(other, await stage.site.member('cleo'));
    await addPasskey(other);
    await other.getByRole('dialog').getByText('No passkey was used. Please try again.').waitFor();
  });
});

describe('a person with a passkey', () => {
  it('confirms a sign-in with it after the password, and proves with it who they are', async () => {
    const { site } = stage;
    const page = await stage.window();
    await addAuthenticator(page);
    await suggestNothing(page);
    const ada = await site.member('ada');
    await signIn(page, ada);
    await addPasskey(page, 'Phone');
    await page.getByRole('button', { name: /saved/ }).click();
    await page.context().clearCookies();
    stage.allow(/status of 401/, /status of 403/);
    await goTo(page, '/auth?redirect=%2Fsettings%23second-factor');
    await page.getByLabel('Email', { exact: true }).fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Sign In').click();
    await page.waitForURL(`**${paths.secondStep}?**`);
    await button(page, 'Use a passkey').waitFor();
    expect(await axe(page)).toEqual([]);
    await button(page, 'Use a passkey').click();
    await page.waitForURL('**/settings#second-factor');
    await waitForHydration(page);

    await site.sql`update sessions set proven_at = now() - interval '1 hour' where user_id = ${ada.id}`;
    await button(page, 'Remove Phone').click();
    await page.getByRole('dialog', { name: 'Remove “Phone”?' }).getByRole('button', { name: 'Remove' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await proof.getByRole('button', { name: 'Use a passkey' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await proof.getByRole('button', { name: 'Use a passkey' }).click();
    await region(page).getByText('No passkeys yet.').waitFor();
  });
});

describe('the sign-in page', () => {
  it('signs in with the passkey that the person chooses among the suggestions of the email field', async () => {
    const page = await stage.window();
    await addAuthenticator(page);
    await signIn(page, await stage.site.member('ada'));
    await addPasskey(page, 'Phone');
    await page.getByRole('button', { name: /saved/ }).click();
    await page.context().clearCookies();
    await page.goto('/auth?redirect=%2Fmy-account');
    await page.waitForURL('**/my-account');
    await waitForText(page, 'Welcome back');
  });

  it('takes its suggestions back for the password, and renews them after a wrong one', async () => {
    const page = await stage.window();
    const device = await addAuthenticator(page);
    await device.setPresent(false);
    const ada = await stage.site.member('ada');
    const challenges: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(startPasskeySignIn.path)) challenges.push(request.url());
    });
    await goTo(page, '/auth?redirect=%2Fmy-account');
    expect(await page.getByLabel('Email', { exact: true }).getAttribute('autocomplete')).toBe('username webauthn');
    await expect.poll(() => challenges.length).toBe(1);
    stage.allow(/status of 401/);
    await page.getByLabel('Email', { exact: true }).fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await button(page, 'Sign In').click();
    await page.getByRole('alert').getByText('Invalid username or password.').first().waitFor();
    await expect.poll(() => challenges.length).toBe(2);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Sign In').click();
    await page.waitForURL('**/my-account');
    expect(challenges).toHaveLength(2);
  });

  it('suggests nothing and loads nothing for it in a browser without passkeys', async () => {
    const page = await stage.window();
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await goTo(page, '/auth');
    await button(page, 'Sign in with a passkey').click();
    await waitForText(page, 'This browser doesn’t support passkeys.');
    expect(requests.filter((url) => url.endsWith(startPasskeySignIn.path))).toEqual([]);
  });
});
