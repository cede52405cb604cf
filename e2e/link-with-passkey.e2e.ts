import { afterAll, expect, it } from 'vitest';
import { goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import { freePort } from '#testing/free-port.ts';
import { startTestIssuer } from '#testing/servers/oidc.ts';
import { setStage } from './stage.ts';

// WebAuthn knows `localhost`, but no IP address.
const port = await freePort();
const address = `http://localhost:${port}`;
const acme = await startTestIssuer({ id: 'acme', label: 'Acme' });
acme.open(address);
afterAll(() => acme.close());
const stage = setStage({ env: { PORT: String(port), PUBLIC_URL: address, ...acme.env } });

it('a passkey proves the account to which a provider is linked, and is still asked as the second step', async () => {
  const person = await stage.site.member('link');
  await stage.site.sql`update users set email_verified_at = now() where id = ${person.id}`;
  const page = await stage.window({ as: person });
  // The virtual person would choose the first suggestion before the test presses the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  const wire = await page.context().newCDPSession(page);
  await wire.send('WebAuthn.enable');
  await wire.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await goTo(page, '/settings#second-factor');
  await page.getByRole('button', { name: 'Add a passkey', exact: true }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await waitForText(page, 'recovery codes');

  // A page that is open asks whose session it has.
  stage.allow(/401 \(Unauthorized\)/);
  await page.context().clearCookies();
  acme.expect(`acme-${person.username}`, { email: person.email });
  await goTo(page, '/auth?redirect=%2Fmy-account');
  await page.getByRole('link', { name: 'Sign in with Acme' }).click();
  await page.getByRole('heading', { name: 'Link Acme to your account' }).waitFor();
  await page.getByRole('button', { name: 'Use a passkey', exact: true }).click();
  await page.waitForURL('**/my-account');
  await waitForText(page, 'You can now sign in with Acme.');

  await page.context().clearCookies();
  await goTo(page, '/auth?redirect=%2Fmy-account');
  await page.getByRole('link', { name: 'Sign in with Acme' }).click();
  await page.waitForURL('**/auth/second-step?**');
  await waitForHydration(page);
  expect((await page.context().cookies()).some(({ name }) => name.endsWith('sid'))).toBe(false);
  await page.getByRole('button', { name: 'Use a passkey', exact: true }).click();
  await page.waitForURL('**/my-account');
});
