import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CurrentUser } from '#contract/accounts.ts';
import * as accounts from '#contract/accounts.ts';
import { chooseNotifications, getNotificationChoices } from '#contract/notifications.ts';
import * as settings from '#contract/settings.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { mailedToken, readOutbox } from '#testing/outbox.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const password = 'a good password';
let n = 0;
async function register(): Promise<{ client: TestClient; email: string; username: string; user: CurrentUser }> {
  n += 1;
  const body = { email: `s${n}@example.org`, username: `s_${n}`, password };
  const client = app.client();
  return { client, ...body, user: await client.call(accounts.register, { body }) };
}

async function signInAgain(email: string, secret = password): Promise<TestClient> {
  const client = app.client();
  await client.call(accounts.login, { body: { email, password: secret } });
  return client;
}

const isSignedIn = async (client: TestClient) => (await client.raw('GET', '/api/user')).status === 200;
const subjectsTo = async (email: string) => (await readOutbox(app, email)).map(({ subject }) => subject);

/** Moves the sign-in an hour into the past. */
const age = (email: string) => app.context.db.sql`
  update sessions set proven_at = now() - interval '1 hour' where user_id = (select id from users where email = ${email})`;

describe('the profile', () => {
  test('changes only the given fields and cleans their text', async () => {
    const { client } = await register();
    const patch = (body: object) => client.call(settings.updateProfile, { body });
    expect(
      await patch({ displayName: '  Ada\u202e  Lovelace \u0007', bio: 'First line\r\nsecond 👩🏽‍🎤 ' }),
    ).toMatchObject({
      displayName: 'Ada Lovelace',
      bio: 'First line\nsecond 👩🏽‍🎤',
      backsPrivate: false,
    });
    expect(await patch({ backsPrivate: true })).toMatchObject({ displayName: 'Ada Lovelace', backsPrivate: true });
    expect(await patch({ displayName: null, bio: '' })).toMatchObject({ displayName: null, bio: '' });
    expect(await client.call(accounts.getCurrentUser)).toMatchObject({ displayName: null, backsPrivate: true });
    expect(await patch({})).toMatchObject({ backsPrivate: true });
    await expect(patch({ displayName: 'x'.repeat(51) })).rejects.toMatchObject({
      status: 400,
      fields: { displayName: 'Display name must be 50 characters or less' },
    });
    await expect(patch({ bio: 'x'.repeat(201) })).rejects.toMatchObject({ status: 400 });
    await expect(patch({ role: 'admin' })).rejects.toMatchObject({ status: 400 });
    await expect(patch({ username: 'no spaces' })).rejects.toMatchObject({ status: 400 });
  });

  test('accepts a free username and reserves the old one for its owner', async () => {
    const ada = await register();
    const ben = await register();
    const rename = ({ client }: { client: TestClient }, username: string) =>
      client.call(settings.updateProfile, { body: { username } });
    const taken = { status: 400, code: 'username_taken' };
    await expect(rename(ada, ben.username.toUpperCase())).rejects.toMatchObject(taken);
    await expect(rename(ada, 'Admin_')).rejects.toMatchObject(taken);
    expect((await rename(ada, 'ada-renamed')).username).toBe('ada-renamed');
    await expect(rename(ben, ada.username)).rejects.toMatchObject(taken);
    const check = (username: string) => app.client().call(accounts.checkUsername, { query: { username } });
    expect(await check(ada.username)).toEqual({ available: false });
    const body = { email: 'late@example.org', username: ada.username, password };
    await expect(app.client().call(accounts.register, { body })).rejects.toMatchObject(taken);
    expect((await rename(ada, ada.username)).username).toBe(ada.username);
    expect(await check('ada-renamed')).toEqual({ available: false });
    expect((await rename(ada, ada.username.toUpperCase())).username).toBe(ada.username.toUpperCase());
  });

  test('cannot be changed by visitors or suspended people', async () => {
    await expect(app.client().call(settings.updateProfile, { body: {} })).rejects.toMatchObject({ status: 401 });
    await expect(app.client().call(settings.listSessions)).rejects.toMatchObject({ status: 401 });
    const { client, email } = await register();
    await app.context.db.sql`update users set suspended_at = now() where email = ${email}`;
    await expect(client.call(settings.updateProfile, { body: { bio: 'x' } })).rejects.toMatchObject({ status: 403 });
    await expect(client.call(settings.deleteAccount, { body: { password } })).rejects.toMatchObject({ status: 403 });
    expect((await client.call(settings.listSessions)).length).toBe(1);
    expect((await client.raw('GET', settings.exportPath)).status).toBe(200);
  });
});

describe('the avatar', () => {
  const form = (data: Buffer, field = 'avatar') => {
    const made = new FormData();
    made.append(field, new Blob([new Uint8Array(data)], { type: 'image/png' }), 'me.png');
    return made;
  };
  const picture = () =>
    sharp({ create: { width: 900, height: 500, channels: 3, background: '#b3261e' } })
      .withExif({ IFD0: { Copyright: 'mine' } })
      .png()
      .toBuffer();

  test('is cropped to a square without metadata, replaces the previous one and can be removed', async () => {
    const { client } = await register();
    const { avatarUrl } = await client.form(settings.setAvatar, form(await picture()));
    expect(avatarUrl).toMatch(/^\/media\/images\/[0-9a-f]{32}\.webp$/);
    const stored = await app.client().raw('GET', avatarUrl ?? '');
    const { format, width, height, exif } = await sharp(Buffer.from(await stored.arrayBuffer())).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 384, height: 384, exif: undefined });
    const second = await client.form(settings.setAvatar, form(await picture(), 'file'));
    expect(second.avatarUrl).not.toBe(avatarUrl);
    expect((await app.client().raw('GET', avatarUrl ?? '')).status).toBe(404);
    expect((await client.call(settings.removeAvatar)).avatarUrl).toBe(null);
    expect((await app.client().raw('GET', second.avatarUrl ?? '')).status).toBe(404);
  });

  test('is refused if it is no supported image or too large', async () => {
    const { client } = await register();
    const send = (made: FormData) => client.form(settings.setAvatar, made);
    await expect(send(form(Buffer.from('GIF89a')))).rejects.toMatchObject({
      status: 415,
      message: 'Only PNG, JPG, and WebP files are allowed',
    });
    await expect(send(form(Buffer.alloc(5 * 1024 * 1024)))).rejects.toMatchObject({
      status: 413,
      message: 'File size must be less than 5MB',
    });
    await expect(send(new FormData())).rejects.toMatchObject({ status: 400 });
    await expect(app.client().form(settings.setAvatar, form(await picture()))).rejects.toMatchObject({ status: 401 });
  });
});

describe('a password change', () => {
  test('requires the current password and ends every other session', async () => {
    const { client, email } = await register();
    const other = await signInAgain(email);
    const before = client.cookies.get('sid');
    const change = (body: object) => client.call(settings.changePassword, { body: body as never });
    await expect(change({ newPassword: 'another good one' })).rejects.toMatchObject({
      status: 400,
      fields: { currentPassword: 'Current password is required' },
    });
    await expect(change({ currentPassword: 'wrong', newPassword: 'another good one' })).rejects.toMatchObject({
      status: 400,
      code: 'wrong_password',
    });
    await expect(change({ currentPassword: password, newPassword: 'short' })).rejects.toMatchObject({
      status: 400,
      fields: { newPassword: 'Password must be at least 8 characters' },
    });
    await change({ currentPassword: password, newPassword: 'another good one' });
    expect([await isSignedIn(client), await isSignedIn(other)]).toEqual([true, false]);
    expect(client.cookies.get('sid')).not.toBe(before);
    await expect(signInAgain(email)).rejects.toMatchObject({ status: 401 });
    await signInAgain(email, 'another good one');
    expect(await subjectsTo(email)).toContain('Your password was changed');
  });

  test('sets the first password of a Google account only after a recent sign-in', async () => {
    const { client, email } = await register();
    const { sql } = app.context.db;
    await sql`update users set password_hash = null where email = ${email}`;
    expect(await client.call(settings.getSettings)).toMatchObject({ hasPassword: false, freshProof: true });
    await age(email);
    const body = { newPassword: 'my first one' };
    await expect(client.call(settings.changePassword, { body })).rejects.toMatchObject({
      status: 403,
      code: 'proof_required',
    });
    await sql`update sessions set proven_at = now() where user_id = (select id from users where email = ${email})`;
    await client.call(settings.changePassword, { body });
    await signInAgain(email, 'my first one');
  });
});

describe('an email change', () => {
  test('takes effect when the link to the new email is opened, and notifies the old email', async () => {
    const { client, email } = await register();
    const to = `new-${email}`;
    const ask = (body: object) => client.call(settings.changeEmail, { body: body as never });
    await expect(ask({ email: 'nothing', password })).rejects.toMatchObject({ status: 400 });
    await expect(ask({ email, password })).rejects.toMatchObject({ status: 400 });
    await expect(ask({ email: to, password: 'wrong' })).rejects.toMatchObject({
      code: 'wrong_password',
      fields: { password: 'That isn’t your current password.' },
    });
    await age(email);
    await expect(ask({ email: to })).rejects.toMatchObject({ code: 'proof_required' });
    const taken = await register();
    await expect(ask({ email: taken.email, password })).rejects.toMatchObject({ code: 'email_taken' });
    await ask({ email: to, password });
    expect((await client.call(settings.getSettings)).pendingEmail).toBe(to);
    expect((await client.call(accounts.getCurrentUser)).email).toBe(email);
    const token = await mailedToken(app, to, '/verify-email');
    // The owner of the new mailbox may be someone else: their click must not hand their address to this account.
    await expect(app.client().call(accounts.verifyEmail, { body: { token } })).rejects.toMatchObject({
      code: 'sign_in_to_confirm',
    });
    expect(await client.call(accounts.getCurrentUser)).toMatchObject({ email });
    await client.call(accounts.verifyEmail, { body: { token } });
    expect(await client.call(accounts.getCurrentUser)).toMatchObject({ email: to, emailVerified: true });
    expect((await client.call(settings.getSettings)).pendingEmail).toBe(null);
    expect(await subjectsTo(email)).toEqual(
      expect.arrayContaining(['Your email is about to change', 'Your email was changed']),
    );
    const again = client.call(accounts.verifyEmail, { body: { token } });
    await expect(again).rejects.toMatchObject({ code: 'link_invalid' });
    await expect(signInAgain(email)).rejects.toMatchObject({ status: 401 });
    await signInAgain(to);
  });

  test('waits while the person is suspended, who can still confirm the first email', async () => {
    const { client, email } = await register();
    const { sql } = app.context.db;
    const first = await mailedToken(app, email, '/verify-email');
    const to = `new-${email}`;
    await client.call(settings.changeEmail, { body: { email: to, password } });
    const body = { token: await mailedToken(app, to, '/verify-email') };
    await sql`update users set suspended_at = now() where email = ${email}`;
    await expect(client.call(accounts.verifyEmail, { body })).rejects.toMatchObject({ status: 403, code: 'suspended' });
    await client.call(accounts.verifyEmail, { body: { token: first } });
    expect(await client.call(accounts.getCurrentUser)).toMatchObject({ email, emailVerified: true });
    await sql`update users set suspended_at = null where email = ${email}`;
    await client.call(accounts.verifyEmail, { body });
    expect((await client.call(accounts.getCurrentUser)).email).toBe(to);
  });

  test('has no effect if it is canceled or another account takes the email first', async () => {
    const { client, email } = await register();
    const first = `first-${email}`;
    await client.call(settings.changeEmail, { body: { email: first, password } });
    const token = await mailedToken(app, first, '/verify-email');
    expect((await client.call(settings.cancelEmailChange)).pendingEmail).toBe(null);
    const open = (body: { token: string }) => client.call(accounts.verifyEmail, { body });
    await expect(open({ token })).rejects.toMatchObject({ code: 'link_invalid' });
    const second = `second-${email}`;
    await client.call(settings.changeEmail, { body: { email: second, password } });
    const late = await mailedToken(app, second, '/verify-email');
    await app.client().call(accounts.register, { body: { email: second, username: 'was_faster', password } });
    await expect(open({ token: late })).rejects.toMatchObject({ code: 'email_taken' });
    expect((await client.call(accounts.getCurrentUser)).email).toBe(email);
  });
});

describe('sessions', () => {
  test('are listed and can be ended one by one or all at once', async () => {
    const { client, email } = await register();
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    const second = app.client();
    await second.call(accounts.login, { body: { email, password } }, headers);
    const third = await signInAgain(email);
    const listed = await client.call(settings.listSessions);
    expect(listed.map(({ current }) => current)).toEqual([true, false, false]);
    const firefox = listed.find(({ device }) => device === 'Firefox on Linux');
    expect(firefox).toBeDefined();
    const stranger = await register();
    const end = (who: TestClient, id: string) => who.call(settings.endSession, { params: { id } });
    await expect(end(stranger.client, firefox?.id ?? '')).rejects.toMatchObject({ status: 404 });
    expect((await client.raw('DELETE', '/api/user/sessions/none')).status).toBe(404);
    expect(await end(client, firefox?.id ?? '')).toEqual({ ended: 1 });
    expect([await isSignedIn(second), await isSignedIn(third)]).toEqual([false, true]);
    expect(await client.call(settings.endOtherSessions)).toEqual({ ended: 1 });
    expect([await isSignedIn(third), await isSignedIn(client)]).toEqual([false, true]);
    const own = (await client.call(settings.listSessions))[0]?.id ?? '';
    await end(client, own);
    expect([await isSignedIn(client), client.cookies.has('sid')]).toEqual([false, false]);
  });
});

describe('notification choices', () => {
  test('can be changed for every topic except payments and legal notices', async () => {
    const { client } = await register();
    const topics = async () => (await client.call(getNotificationChoices)).choices;
    expect((await topics()).map(({ topic, fixed, mail }) => [topic, fixed, mail])).toEqual([
      ['payments', true, 'at_once'],
      ['legal', true, 'at_once'],
      ['pools', false, 'at_once'],
      ['updates', false, 'at_once'],
      ['following', false, 'never'],
      ['comments', false, 'never'],
      ['chat', false, 'never'],
      ['creator', false, 'at_once'],
    ]);
    // Emails about chat are off by default.
    expect((await topics())[6]).toMatchObject({ topic: 'chat', inApp: true, mail: 'never' });
    const choose = (body: object) => client.call(chooseNotifications, { body: body as never });
    await choose({ topic: 'pools', mail: 'never' });
    await choose({ topic: 'pools', inApp: false });
    await choose({ topic: 'pools', inApp: true });
    expect((await topics())[2]).toMatchObject({ topic: 'pools', inApp: true, mail: 'never' });
    await choose({ topic: 'comments', inApp: false });
    expect((await topics())[5]).toMatchObject({ topic: 'comments', inApp: false, mail: 'never' });
    await expect(choose({ topic: 'comments', mail: 'at_once' })).rejects.toMatchObject({ status: 400 });
    await expect(choose({ topic: 'payments', mail: 'daily' })).rejects.toMatchObject({
      status: 409,
      code: 'notice_required',
    });
    await expect(choose({ topic: 'weather', mail: 'never' })).rejects.toMatchObject({ status: 400 });
  });
});
