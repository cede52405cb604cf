import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { listComments } from '#contract/comments.ts';
import { poolTabPath } from '#contract/pools/pool-path.ts';
import { confirmWithCode, getSecondFactor } from '#contract/second-factor.ts';
import { endOtherSessions } from '#contract/settings.ts';
import { addApp, codeAt, currentStep } from '#testing/authenticator-app.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { type Member, password } from '#testing/journeys/http-site.ts';
import { signIn } from './people.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const codeField = (page: Page) => page.getByLabel('Code from your authenticator app');
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true }).click();
const forgetUses = (member: Member) =>
  stage.site.sql`update authenticator_apps set last_step = 0 where user_id = ${member.id}`;
async function withApp(name: string) {
  const member = await stage.site.member(name);
  return { member, ...(await addApp(member.client)) };
}

describe('the second step of a sign-in', () => {
  it('follows the password, keeps the target, and shows what is wrong', async () => {
    const { member, secret } = await withApp('ada');
    stage.allow(/401 \(Unauthorized\)/, /400 \(Bad Request\)/);
    const page = await stage.window({ width: 390, height: 844, phone: true });
    await goTo(page, '/auth?redirect=%2Ffavorites');
    await signIn(page, member.email);
    await page.waitForURL('**/auth/second-step?redirect=%2Ffavorites');
    await codeField(page).waitFor();
    expect(await codeField(page).getAttribute('autocomplete')).toBe('one-time-code');
    expect(await codeField(page).getAttribute('inputmode')).toBe('numeric');
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'second-step');
    await confirm(page);
    await waitForText(page, 'Code is required');
    const step = await currentStep();
    await codeField(page).fill(codeAt(secret, step + 100));
    await confirm(page);
    await waitForText(page, 'That code isn’t right. Each code works only once.');
    const code = codeAt(secret, step);
    await codeField(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await confirm(page);
    await page.waitForURL('**/favorites');
    await waitForText(page, 'Login successful');
  });

  it('takes a recovery code', async () => {
    const { member, recoveryCodes } = await withApp('rita');
    stage.allow(/401 \(Unauthorized\)/);
    const page = await stage.window();
    await goTo(page, '/auth');
    await signIn(page, member.email);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code', { exact: true }).fill((recoveryCodes[0] ?? '').toLowerCase());
    expect(await axe(page)).toEqual([]);
    await confirm(page);
    await page.waitForURL((url) => url.pathname === '/');
    await waitForText(page, 'Login successful');
  });

  it('leads back to the sign-in when it took too long', async () => {
    const { member, secret } = await withApp('lena');
    stage.allow(/401 \(Unauthorized\)/);
    const page = await stage.window();
    await goTo(page, '/auth?redirect=%2Ffavorites');
    await signIn(page, member.email);
    await codeField(page).waitFor();
    await stage.site.sql`update sign_in_steps set expires_at = now() where user_id = ${member.id}`;
    await codeField(page).fill(codeAt(secret, await currentStep()));
    await confirm(page);
    await waitForText(page, 'This sign-in took too long. Please start again.');
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'second-step-over');
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await page.waitForURL((url) => url.pathname === '/auth' && url.searchParams.get('redirect') === '/favorites');
    // The next try works, although the page has seen the last one end.
    await signIn(page, member.email);
    await codeField(page).fill(codeAt(secret, await currentStep()));
    await confirm(page);
    await page.waitForURL('**/favorites');
  });

  it('says so at once in a browser in which no sign-in waits', async () => {
    stage.allow(/401 \(Unauthorized\)/);
    const page = await stage.window();
    await goTo(page, '/auth/second-step');
    await waitForText(page, 'This sign-in took too long. Please start again.');
  });

  it('is a part of the dialog above a page whose session has ended, and typed text stays', async () => {
    const { site } = stage;
    const [owner, { member, secret }] = await Promise.all([site.member('owner'), withApp('fay')]);
    const pool = await site.newPool(owner, null, { title: 'A song about the harbor' });
    stage.allow(/401 \(Unauthorized\)/, /400 \(Bad Request\)/);
    const page = await stage.window({ as: member });
    await goTo(page, poolTabPath(pool.canonicalPath, 'comments'));
    const comment = page.getByLabel('Write a comment');
    await comment.fill('Please with a choir.');
    const other = site.app.client();
    await other.call(login, { body: { email: member.email, password } }).catch(() => undefined);
    await other.call(confirmWithCode, { body: { code: codeAt(secret, await currentStep()) } });
    await other.call(endOtherSessions);
    await forgetUses(member);
    await page.getByRole('button', { name: 'Post comment', exact: true }).click();
    const first = page.getByRole('dialog', { name: 'Sign in to continue' });
    await first.getByLabel('Password', { exact: true }).fill(password);
    await first.getByRole('button', { name: 'Sign In' }).click();
    const second = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await second.waitFor();
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'second-step-dialog');
    // The focus is in the field.
    await page.keyboard.type('000000');
    await second.getByRole('button', { name: 'Confirm' }).click();
    await second.getByText('That code isn’t right.').waitFor();
    await second.getByLabel('Code from your authenticator app').fill(codeAt(secret, await currentStep()));
    await second.getByRole('button', { name: 'Confirm' }).click();
    await second.waitFor({ state: 'detached' });
    await page.getByRole('article').getByText('Please with a choir.').waitFor();
    const { comments } = await owner.client.call(listComments, { params: { id: pool.id } });
    expect(comments.map(({ content }) => content)).toEqual(['Please with a choir.']);
  });
});

describe('the settings of a person with a second factor', () => {
  it('ask for its code instead of the password before the email changes', async () => {
    const { member, secret } = await withApp('moved');
    await forgetUses(member);
    await stage.site.sql`update sessions set proven_at = '-infinity' where user_id = ${member.id}`;
    stage.allow(/403 \(Forbidden\)/);
    const page = await stage.window({ as: member });
    await goTo(page, '/settings#email');
    const part = page.getByRole('region', { name: 'Email', exact: true });
    expect(await part.getByLabel('Your password').count()).toBe(0);
    await part.getByLabel('New email').fill(`new.${member.email}`);
    await part.getByRole('button', { name: 'Change email' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await proof.getByLabel('Code').fill(codeAt(secret, await currentStep()));
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await waitForText(page, 'Check your email');
  });
});

describe('the sign-in security in the settings', () => {
  it('sets up an authenticator app, shows the recovery codes once, replaces and removes it', async () => {
    const member = await stage.site.member('sam');
    stage.allow(/400 \(Bad Request\)/);
    const page = await stage.window({ as: member, width: 390, height: 844, phone: true });
    await goTo(page, '/settings#second-factor');
    const part = page.getByRole('region', { name: 'Sign-in security', exact: true });
    expect(await axe(page)).toEqual([]);
    await part.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up your authenticator app' });
    await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = (await dialog.getByRole('code').textContent()) ?? '';
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'app-set-up');
    const code = dialog.getByLabel('Code from your authenticator app');
    await code.fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByText('That code isn’t right.').waitFor();
    await code.fill(codeAt(secret, await currentStep()));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const list = page.getByRole('dialog', { name: 'Save your recovery codes' });
    await list.waitFor();
    const codes = await list.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
    expect(codes).toHaveLength(10);
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'recovery-codes');
    const download = page.waitForEvent('download');
    await list.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
    // Neither Escape nor a click outside loses the codes.
    await page.keyboard.press('Escape');
    await list.getByRole('button', { name: 'I saved my codes' }).click();
    await waitForText(page, 'Authenticator app added');
    await part.getByText('10 codes left.').waitFor();
    expect(await page.content()).not.toContain(codes[0]);
    await photographAll(page, 'sign-in-security');

    await stage.site.sql`
      update recovery_codes set used_at = now() where code_hash in (
        select code_hash from recovery_codes where user_id = ${member.id} limit 8) and user_id = ${member.id}`;
    await page.reload();
    await part.getByText('Only 2 codes left. Make new ones soon.').waitFor();
    await part.getByRole('button', { name: 'Make new codes' }).click();
    const question = page.getByRole('dialog', { name: 'Make new recovery codes?' });
    await question.getByRole('button', { name: 'Make new codes' }).click();
    await list.getByRole('button', { name: 'I saved my codes' }).click();
    await part.getByText('10 codes left.').waitFor();

    await forgetUses(member);
    await part.getByRole('button', { name: 'Replace' }).click();
    const next = (await dialog.getByRole('code').textContent()) ?? '';
    expect(next).not.toBe(secret);
    await code.fill(codeAt(next, await currentStep()));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await waitForText(page, 'Authenticator app replaced');

    await part.getByRole('button', { name: 'Remove authenticator app' }).click();
    const removal = page.getByRole('dialog', { name: 'Remove your authenticator app?' });
    expect(await axe(page)).toEqual([]);
    await removal.getByRole('button', { name: 'Remove' }).click();
    await waitForText(page, 'Authenticator app removed');
    await part.getByRole('button', { name: 'Set up' }).waitFor();
    expect(await member.client.call(getSecondFactor)).toMatchObject({ app: null, recoveryCodesLeft: 0 });
  });

  it('asks for a code before a change if the last proof is old', async () => {
    const { member, secret } = await withApp('olga');
    await stage.site.sql`update sessions set proven_at = '-infinity' where user_id = ${member.id}`;
    stage.allow(/403 \(Forbidden\)/);
    const page = await stage.window({ as: member });
    await goTo(page, '/settings#second-factor');
    await page.getByRole('button', { name: 'Remove authenticator app' }).click();
    const removal = page.getByRole('dialog', { name: 'Remove your authenticator app?' });
    await removal.getByRole('button', { name: 'Remove' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await proof.getByLabel('Code').waitFor();
    expect((await member.client.call(getSecondFactor)).app).not.toBeNull();
    await proof.getByLabel('Code').fill(codeAt(secret, await currentStep()));
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await waitForText(page, 'Authenticator app removed');
    expect((await member.client.call(getSecondFactor)).app).toBeNull();
  });
});
