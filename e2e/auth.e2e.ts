import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { goTo, waitForText } from '#testing/browser.ts';
import { password } from '#testing/journeys/http-site.ts';
import { mailedToken } from '#testing/outbox.ts';
import { setStage } from './stage.ts';

// cspell:ignore nicht

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const newName = () => `new_${randomBytes(4).toString('hex')}`;
const originalPage = (page: Page) => page.evaluate(() => localStorage.getItem('originalPage'));
const refused = (status: number) => new RegExp(`status of ${status}`);

/** Waits until this message is gone. */
async function notSeen(page: Page, text: string): Promise<void> {
  await page.getByText(text, { exact: true }).waitFor({ state: 'detached' });
}

async function fillRegister(page: Page, username: string, email: string, secret = password): Promise<void> {
  await field(page, 'Username').fill(username);
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(secret);
}

async function fillSignIn(page: Page, email: string, secret = password): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(secret);
}

const stage = setStage();

describe('signing in', () => {
  it('shows missing and invalid fields', async () => {
    const page = await stage.window();
    await goTo(page, '/auth');
    await submit(page, 'Sign In');
    await waitForText(page, 'Email is required');
    await waitForText(page, 'Password is required');
    await field(page, 'Email').fill('not an address');
    await waitForText(page, 'Please enter a valid email address');
    await field(page, 'Email').fill('someone@example.org');
    await notSeen(page, 'Please enter a valid email address');
    expect(await field(page, 'Email').getAttribute('aria-invalid')).not.toBe('true');
  });

  it('shows the specified messages for wrong credentials, refusals and failures', async () => {
    const ada = await stage.site.member('ada');
    const page = await stage.window();
    await goTo(page, '/auth');
    stage.allow(refused(401), refused(500), refused(502), refused(429), refused(422));
    await fillSignIn(page, ada.email, 'not the password');
    await submit(page, 'Sign In');
    await waitForText(page, 'Login failed');
    await waitForText(page, 'Invalid username or password. Please check your credentials and try again.');
    const message = 'Too many attempts. Wait a moment and try again.';
    for (const [answer, says] of [
      [{ status: 500, json: { code: 'internal', message: 'Something broke.' } }, 'Internal Server Error'],
      [{ status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1>nginx</html>' }, /^Bad Gateway$/],
      [{ status: 429, json: { code: 'rate_limited', message } }, message],
      [{ status: 422, body: '' }, 'Login failed. Please try again.'],
    ] as const) {
      await page.route('**/api/login', (route) => route.fulfill(answer), { times: 1 });
      await submit(page, 'Sign In');
      await waitForText(page, says);
    }
  });

  it('opens the requested page, greets the person, and clears the saved page', async () => {
    const ada = await stage.site.member('ada');
    const page = await stage.window();
    await goTo(page, '/my-account');
    expect(page.url()).toBe(`${stage.site.app.url}/auth?redirect=%2Fmy-account`);
    await expect.poll(() => originalPage(page)).toBe('/my-account');
    await fillSignIn(page, ada.email);
    await submit(page, 'Sign In');
    await page.waitForURL('**/my-account');
    await waitForText(page, 'Login successful');
    await waitForText(page, 'Welcome back');
    await expect.poll(() => originalPage(page)).toBe(null);
    await goTo(page, '/auth');
    await page.getByRole('heading', { name: 'Tip pools' }).waitFor();
  });

  it('opens the part of the page that the address names, which the server never sees', async () => {
    const ada = await stage.site.member('ada');
    const page = await stage.window();
    await goTo(page, '/settings#calendar');
    expect(page.url()).toBe(`${stage.site.app.url}/auth?redirect=%2Fsettings#calendar`);
    await expect.poll(() => originalPage(page)).toBe('/settings#calendar');
    await fillSignIn(page, ada.email);
    await submit(page, 'Sign In');
    await page.waitForURL('**/settings#calendar');
    await waitForText(page, 'Login successful');
  });

  it('never redirects to another site', async () => {
    const ada = await stage.site.member('ada');
    const page = await stage.window();
    await goTo(page, '/auth?redirect=https%3A%2F%2Fevil.example%2F');
    await fillSignIn(page, ada.email);
    await submit(page, 'Sign In');
    await waitForText(page, 'Login successful');
    expect(page.url()).toBe(`${stage.site.app.url}/`);
  });

  it('ends when the person signs out', async () => {
    const page = await stage.window({ as: await stage.site.member('ada') });
    // Reads of this page reach the server after the sign-out, which would refuse them.
    let held = 0;
    let isSignedOut = false;
    const started: string[] = [];
    const menu = page.getByRole('navigation', { name: 'Main' });
    const signedOut = Promise.withResolvers<void>();
    await page.route('**/api/**', async (route) => {
      if (route.request().method() === 'GET') {
        held += 1;
        if (isSignedOut) started.push(route.request().url());
        await signedOut.promise;
        await route.continue().catch(() => undefined);
        return;
      }
      const response = await route.fetch();
      isSignedOut = true;
      signedOut.resolve();
      await menu.getByRole('link', { name: 'Users', exact: true }).click();
      await page.waitForTimeout(300);
      await route.fulfill({ response });
    });
    await goTo(page, '/home');
    await expect.poll(() => held).toBeGreaterThan(0);
    await menu.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByRole('link', { name: 'Get Started' }).first().waitFor();
    expect(started).toEqual([]);
    await page.goto('/my-account');
    expect(page.url()).toContain('/auth?redirect=%2Fmy-account');
  });
});

describe('signing out', () => {
  it('deletes drafts in all tabs and keeps the choices of the device', async () => {
    const page = await stage.window({ as: await stage.site.member('ada') });
    // The other tab reads the current user again, which answers 401.
    stage.allow(refused(401));
    const tab = await page.context().newPage();
    await goTo(tab, '/home');
    await tab.evaluate(() => sessionStorage.setItem('draft', 'half a message'));
    await goTo(page, '/pool/create');
    await field(page, 'Title').fill('A secret wish');
    const keys = () => page.evaluate(() => Object.keys(localStorage).sort());
    await expect.poll(keys).toContainEqual(expect.stringMatching(/^poolDraft:/));
    const device = { age_verified: 'true', age_verified_timestamp: String(Date.now()), chat_sound: 'on' };
    await page.evaluate((choices) => {
      for (const [key, value] of Object.entries(choices)) localStorage.setItem(key, value);
    }, device);
    await page.context().addCookies([{ name: 'theme', value: 'dark', url: stage.site.app.url }]);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sign Out' }).click();
    await page.getByRole('link', { name: 'Get Started' }).first().waitFor();
    expect((await keys()).filter((key) => !['sessionEnded', 'originalPage'].includes(key))).toEqual(
      Object.keys(device).sort(),
    );
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    expect((await page.context().cookies()).map(({ name }) => name).toSorted()).toEqual(['device', 'theme']);
    // The page cannot clear the storage of another tab; the Clear-Site-Data header of the response does.
    expect(await tab.evaluate(() => sessionStorage.getItem('draft'))).toBe(null);
    // Neither history nor cache shows the person's pages to the next visitor.
    await page.goBack();
    await page.waitForURL('**/auth?**');
    expect(await page.content()).not.toContain('A secret wish');
  });
});

describe('registering', () => {
  it('shows missing and invalid fields', async () => {
    const page = await stage.window();
    await goTo(page, '/auth?mode=register');
    await submit(page, 'Create account');
    for (const text of ['Username is required', 'Email is required', 'Password is required'])
      await waitForText(page, text);
    await field(page, 'Username').fill('nicht so!');
    await waitForText(page, 'Username can only contain letters, numbers, underscores, and hyphens');
    await field(page, 'Password').fill('short1');
    await waitForText(page, 'Password must be at least 8 characters');
    await field(page, 'Password').fill('!!!!!!!!!');
    await waitForText(page, 'Password must contain at least one letter or number');
    // `maxlength` limits typing; without it the form shows a message.
    for (const [label, most, text] of [
      ['Username', 20, 'Username must be 20 characters or less'],
      ['Password', 30, 'Password must be 30 characters or less'],
    ] as const) {
      expect(await field(page, label).getAttribute('maxlength')).toBe(String(most));
      await field(page, label).evaluate((input) => input.removeAttribute('maxlength'));
      await field(page, label).fill('a'.repeat(most + 1));
      await waitForText(page, text);
    }
  });

  it('says that a pasted password is too long instead of cutting it', async () => {
    const page = await stage.window();
    await goTo(page, '/auth?mode=register');
    const password = field(page, 'Password');
    const pasted = 'a passphrase of forty characters, pasted';
    await page.evaluate((text) => {
      const source = document.createElement('textarea');
      source.value = text;
      document.body.append(source);
      source.select();
      document.execCommand('copy');
      source.remove();
    }, pasted);
    await password.focus();
    await page.keyboard.press('ControlOrMeta+V');
    await expect.poll(() => password.inputValue()).toBe(pasted);
    await waitForText(page, 'Password must be 30 characters or less');
    await password.fill('a good password');
    await expect.poll(() => page.getByText('Password must be 30 characters or less').count()).toBe(0);
  });

  it('marks the password rules as met while the visitor types', async () => {
    const page = await stage.window();
    await goTo(page, '/auth?mode=register');
    const rules = page.getByRole('list', { name: 'Password rules' }).getByRole('listitem');
    const met = async () => (await rules.allTextContents()).map((text) => !text.includes('not met'));
    expect((await rules.allTextContents()).map((text) => text.split(',')[0])).toEqual([
      'At least 8 characters',
      'Maximum 30 characters',
      'Contains letters or numbers',
    ]);
    await field(page, 'Password').pressSequentially('!!');
    await expect.poll(met).toEqual([false, true, false]);
    await field(page, 'Password').pressSequentially('a12345678');
    await expect.poll(met).toEqual([true, true, true]);
  });

  it('checks a username of three or more characters when typing pauses, and validates the email', async () => {
    const { username } = await stage.site.member('ada');
    const page = await stage.window();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/check-username'))
        asked.push(new URL(request.url()).searchParams.get('username') ?? '');
    });
    await page.clock.install();
    await goTo(page, '/auth?mode=register');
    await field(page, 'Username').pressSequentially('ab');
    await field(page, 'Email').pressSequentially('someone');
    await waitForText(page, 'Please enter a valid email address');
    await field(page, 'Email').pressSequentially('@example.org');
    await notSeen(page, 'Please enter a valid email address');
    await field(page, 'Username').fill(username.toUpperCase());
    await waitForText(page, 'This username is already taken');
    const free = newName();
    await field(page, 'Username').fill('');
    // On a busy machine two keystrokes can lie further apart than the pause that the form waits for.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await field(page, 'Username').pressSequentially(free);
    await page.clock.resume();
    await waitForText(page, 'Username is available');
    expect(asked).toEqual([username.toUpperCase(), free]);
  });

  it('shows and hides the password, and resets the form when the mode changes', async () => {
    const page = await stage.window();
    await goTo(page, '/auth?mode=register');
    await fillRegister(page, newName(), 'someone@example.org');
    await waitForText(page, 'Username is available');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await field(page, 'Password').getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    expect(await field(page, 'Password').getAttribute('type')).toBe('password');
    expect(await page.getByText('Forgot your password?').count()).toBe(0);
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.getByText('Forgot your password?').waitFor();
    expect(await field(page, 'Email').inputValue()).toBe('');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await field(page, 'Username').waitFor();
    expect(await field(page, 'Username').inputValue()).toBe('');
    expect(await page.getByText('Username is available').count()).toBe(0);
  });

  it('shows the specified messages for a taken email and username', async () => {
    const { username, email } = await stage.site.member('ada');
    const page = await stage.window();
    await goTo(page, '/auth?mode=register');
    stage.allow(refused(400), refused(422), refused(500));
    await fillRegister(page, newName(), email);
    await submit(page, 'Create account');
    await waitForText(page, 'Registration failed');
    await waitForText(page, 'This email is already registered. Please use a different email or try logging in.');
    await fillRegister(page, username, `${newName()}@example.org`);
    await submit(page, 'Create account');
    await waitForText(page, 'This username is already taken. Please choose a different username.');
    await fillRegister(page, newName(), `${newName()}@example.org`);
    await page.route('**/api/register', (route) => route.fulfill({ status: 422, body: '' }), { times: 1 });
    await submit(page, 'Create account');
    await waitForText(page, 'Registration failed. Please try again.');
    await page.route('**/api/register', (route) => route.fulfill({ status: 500, body: 'oops' }), { times: 1 });
    await submit(page, 'Create account');
    await waitForText(page, 'Internal Server Error');
  });

  it('welcomes the person and confirms the email once by the mailed link', async () => {
    const page = await stage.window();
    const username = newName();
    const email = `${username}@example.org`;
    await goTo(page, '/auth?mode=register&redirect=%2Fpool%2Fcreate');
    await fillRegister(page, username, email);
    await submit(page, 'Create account');
    await page.waitForURL('**/pool/create');
    await waitForText(page, 'Registration successful');
    await waitForText(page, 'Welcome to Fanfare! Check your email for a welcome message.');
    const link = `/verify-email?token=${await mailedToken(stage.site.app, email, '/verify-email')}`;
    // A scanner of emails opens the link with scripts, in a browser that is signed in or not.
    for (const scanner of [page, await stage.window()]) {
      await goTo(scanner, link);
      await scanner.getByRole('button', { name: 'Confirm my email' }).waitFor();
    }
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await page.getByRole('heading', { name: 'Email confirmed' }).waitFor();
    stage.allow(refused(400));
    await goTo(page, link);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    await page.goto('/my-account');
    await waitForText(page, 'Email confirmed');
  });
});
