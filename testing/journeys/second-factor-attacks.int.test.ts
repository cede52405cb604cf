import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import * as admins from '#contract/admin/users.ts';
import * as factors from '#contract/second-factor.ts';
import { deleteAccount, exportPath } from '#contract/settings.ts';
import { removeFactors } from '#server/admin/remove-factors.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { addApp, codeAt, currentStep } from '#testing/authenticator-app.ts';
import type { TestClient } from '#testing/client.ts';
import { mailedToken, readOutbox } from '#testing/outbox.ts';
import { signInWithGoogle } from '#testing/provider-visitor.ts';
import { startTestIssuer, type TestIssuer } from '#testing/servers/oidc.ts';
import { unzip } from '#testing/zip.ts';

/** Ways around the second step that a person with the password, the mailbox or an admin's account may try. */
let app: TestApp;
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startTestIssuer();
  app = await startTestApp({ env: { ...issuer.env, REQUIRE_SECOND_FACTOR: 'admins' } });
  issuer.open(app.url);
});
afterAll(async () => {
  await app.close();
  await issuer.close();
});

const sql = () => app.context.db.sql;
const password = 'a good password';
let n = 0;
async function person() {
  n += 1;
  const email = `step${n}@example.org`;
  const client = app.client();
  const user = await client.call(accounts.register, { body: { email, username: `step_${n}`, password } });
  await client.call(accounts.verifyEmail, { body: { token: await mailedToken(app, email, '/verify-email') } });
  return { client, user, email };
}
async function withApp() {
  const each = await person();
  return { ...each, ...(await addApp(each.client)) };
}
async function adminWithApp() {
  const admin = await withApp();
  await sql()`update users set role = 'admin' where id = ${admin.user.id}`;
  return admin;
}
const begin = (client: TestClient, email: string, secret = password) =>
  client.call(accounts.login, { body: { email, password: secret } });
const asksForStep = (email: string, secret = password) =>
  expect(begin(app.client(), email, secret)).rejects.toMatchObject({ code: 'second_step_required' });
const isSignedIn = (client: TestClient) =>
  client.call(accounts.getCurrentUser).then(
    () => true,
    () => false,
  );

describe('the second factor stays', () => {
  it('after a password reset by mail, which signs no one in', async () => {
    const { email } = await withApp();
    await app.client().call(accounts.forgotPassword, { body: { email } });
    const token = await mailedToken(app, email, '/reset-password');
    const thief = app.client();
    await thief.call(accounts.resetPassword, { body: { token, password: 'the password of a thief' } });
    expect(await isSignedIn(thief)).toBe(false);
    await asksForStep(email, 'the password of a thief');
  });

  it('without a fresh proof in the browser that reset the password', async () => {
    const { client, email } = await withApp();
    await app.client().call(accounts.forgotPassword, { body: { email } });
    const body = { token: await mailedToken(app, email, '/reset-password'), password: 'another good password' };
    await client.call(accounts.resetPassword, { body });
    expect(await isSignedIn(client)).toBe(true);
    await expect(client.call(factors.removeAuthenticatorApp)).rejects.toMatchObject({ code: 'proof_required' });
    await expect(
      client.call(factors.proveIdentity, { body: { password: 'another good password' } }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('for a sign-in with Google, which leads to the second step', async () => {
    const { email, secret, user } = await withApp();
    await app.context.db.sql`insert into identities (issuer, subject, user_id, email)
      values (${issuer.settings.issuer}, ${`sub-${user.id}`}, ${user.id}, ${email})`;
    const browser = app.client();
    const target = await signInWithGoogle(issuer, browser, `sub-${user.id}`, { email }, '/favorites');
    expect(target).toBe('/auth/second-step?redirect=%2Ffavorites');
    expect(await isSignedIn(browser)).toBe(false);
    await browser.call(factors.confirmWithCode, { body: { code: codeAt(secret, await currentStep()) } });
    expect((await browser.call(accounts.getCurrentUser)).id).toBe(user.id);
  });

  it('whatever an admin edits', async () => {
    const admin = await adminWithApp();
    const { email, user } = await withApp();
    const params = { id: user.id };
    const reason = 'They asked me';
    await admin.client.call(admins.changeAdminUser, { params, body: { role: 'creator', isVerified: true, reason } });
    await admin.client.call(admins.resetUserPassword, { params, body: { reason } });
    await admin.client.call(admins.endUserSessions, { params, body: { reason } });
    await asksForStep(email);
    const calls = Object.values(admins) as { path?: string; method?: string }[];
    // No admin call is about factors.
    expect(calls.filter(({ path }) => /factor|passkey|authenticator|recovery/.test(path ?? ''))).toEqual([]);
  });

  it('for an admin who needs one: neither the app nor the way around it can be removed', async () => {
    const { client, email } = await adminWithApp();
    await expect(client.call(factors.removeAuthenticatorApp)).rejects.toMatchObject({ code: 'last_factor' });
    expect((await client.call(factors.getSecondFactor)).required).toBe(true);
    await asksForStep(email);
  });
});

describe('the export of personal data', () => {
  it('has dates of the factors and no secrets', async () => {
    const { client, secret, recoveryCodes, user } = await withApp();
    const archive = Buffer.from(await (await client.raw('GET', exportPath)).arrayBuffer());
    const files = [...unzip(archive)].map(([name, data]) => `${name}\n${data.toString()}`).join('\n');
    expect(files).toContain('authenticator-app');
    expect(files).toContain('known-devices');
    const [row] = await sql()<{ secret: string; codes: string[]; device: string }[]>`
      select encode(secret, 'hex') as secret,
        array(select encode(code_hash, 'hex') from recovery_codes where user_id = ${user.id}) as codes,
        (select encode(token_hash, 'hex') from known_devices where user_id = ${user.id}) as device
      from authenticator_apps where user_id = ${user.id}`;
    const hashes = [row?.secret ?? '', row?.device ?? '', ...(row?.codes ?? [])];
    const plain = [secret, secret.replaceAll(' ', ''), ...recoveryCodes];
    for (const text of [...hashes, ...plain]) {
      expect(text.length).toBeGreaterThan(10);
      expect(files).not.toContain(text);
      expect(files).not.toContain(Buffer.from(text, 'hex').toString('base64').slice(0, 20) || 'nothing');
    }
  });
});

describe('a cookie that an attacker planted', () => {
  it('of a session is worth nothing after the second step', async () => {
    const [victim, attacker] = [await withApp(), await person()];
    const planted = attacker.client.cookies.get('sid') ?? '';
    const browser = app.client();
    browser.cookies.set('sid', planted);
    await expect(begin(browser, victim.email)).rejects.toMatchObject({ code: 'second_step_required' });
    const step = browser.cookies.get('sign_in_step') ?? '';
    await browser.call(factors.confirmWithCode, { body: { code: codeAt(victim.secret, await currentStep()) } });
    expect(browser.cookies.get('sid')).not.toBe(planted);
    expect(await isSignedIn(attacker.client)).toBe(false);
    // The cookie of the step does not become a session, and is over.
    const other = app.client();
    other.cookies.set('sid', step);
    other.cookies.set('sign_in_step', step);
    expect(await isSignedIn(other)).toBe(false);
    await expect(other.call(factors.getSecondStep)).rejects.toMatchObject({ code: 'second_step_over' });
  });

  it('of a begun sign-in is replaced by the victim’s own sign-in, and confirms only its own account', async () => {
    const [victim, attacker] = [await withApp(), await withApp()];
    const begun = app.client();
    await begin(begun, attacker.email).catch(() => undefined);
    const planted = begun.cookies.get('sign_in_step') ?? '';
    const browser = app.client();
    browser.cookies.set('sign_in_step', planted);
    // A code of the victim does not confirm the attacker's sign-in.
    const code = codeAt(victim.secret, await currentStep());
    await expect(browser.call(factors.confirmWithCode, { body: { code } })).rejects.toMatchObject({
      code: 'wrong_code',
    });
    await begin(browser, victim.email).catch(() => undefined);
    expect(browser.cookies.get('sign_in_step')).not.toBe(planted);
    await browser.call(factors.confirmWithCode, { body: { code } });
    expect((await browser.call(accounts.getCurrentUser)).id).toBe(victim.user.id);
    // The attacker's step never becomes the victim's session.
    expect(await isSignedIn(begun)).toBe(false);
  });

  it('is over after ten minutes, and when the person ends all sessions', async () => {
    const { client, email, secret, user } = await withApp();
    const browser = app.client();
    await begin(browser, email).catch(() => undefined);
    await sql()`update sign_in_steps set expires_at = now() - interval '1 second' where user_id = ${user.id}`;
    const late = browser.call(factors.confirmWithCode, { body: { code: codeAt(secret, await currentStep()) } });
    await expect(late).rejects.toMatchObject({ code: 'second_step_over' });
    await begin(browser, email).catch(() => undefined);
    await app.client().call(accounts.forgotPassword, { body: { email } });
    const body = { token: await mailedToken(app, email, '/reset-password'), password: 'another good password' };
    await client.call(accounts.resetPassword, { body });
    await expect(browser.call(factors.getSecondStep)).rejects.toMatchObject({ code: 'second_step_over' });
  });
});

describe('the command line', () => {
  it('removes all factors with an audit row and an email, and ends the sessions', async () => {
    const [admin, witness] = [await adminWithApp(), await adminWithApp()];
    const begun = app.client();
    await begin(begun, admin.email).catch(() => undefined);
    expect(await removeFactors(app.context, 'no.one@example.org')).toBe('unknown');
    expect(await removeFactors(app.context, admin.email)).toEqual({ passkeys: 0, app: true, recoveryCodes: 10 });
    expect(await removeFactors(app.context, admin.email)).toBe('none');
    expect(await isSignedIn(admin.client)).toBe(false);
    await expect(begun.call(factors.getSecondStep)).rejects.toMatchObject({ code: 'second_step_over' });
    expect((await readOutbox(app, admin.email)).map(({ subject }) => subject)).toContain(
      'Your second step was removed',
    );
    const { audit } = await witness.client.call(admins.getAdminUser, { params: { id: admin.user.id } });
    expect(audit.items[0]).toMatchObject({ action: 'user.factors_removed', actor: null, status: 'done' });
    // Until they set up a new one, they reach only that.
    await sql()`update users set second_factor_grace_until = null where id = ${admin.user.id}`;
    await begin(admin.client, admin.email);
    await expect(admin.client.call(admins.listAdminUsers, { query: {} })).rejects.toMatchObject({
      code: 'second_factor_missing',
    });
    await addApp(admin.client);
    expect((await admin.client.call(admins.listAdminUsers, { query: {} })).items.length).toBeGreaterThan(0);
  });
});

it('nothing of a second factor is left after the account is deleted', async () => {
  const { client, email, user } = await withApp();
  await begin(app.client(), email).catch(() => undefined);
  await client.call(deleteAccount, { body: {} });
  const [row] = await sql()<{ rows: number; has: boolean }[]>`
    select (select count(*) from authenticator_apps where user_id = u.id)::int + (select count(*) from recovery_codes where user_id = u.id)::int
      + (select count(*) from sign_in_steps where user_id = u.id)::int + (select count(*) from known_devices where user_id = u.id)::int as rows,
      has_second_factor as has
    from users u where id = ${user.id}`;
  expect(row).toEqual({ rows: 0, has: false });
});
