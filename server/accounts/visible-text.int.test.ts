import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import { exportPath, updateProfile } from '#contract/settings.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { readOutbox } from '#testing/outbox.ts';
import { unzip } from '#testing/zip.ts';

// cspell:ignore bcher kva bücher köln xample ocal

const password = 'a good password';
let app: TestApp;
let count = 0;

beforeAll(async () => {
  app = await startTestApp({ env: { BRAND_NAME: 'Tip Jar' } });
});
afterAll(() => app.close());

async function signUp(email?: string) {
  count += 1;
  const client = app.client();
  const body = { email: email ?? `seen${count}@example.org`, username: `seen_${count}`, password };
  return { client, ...(await client.call(accounts.register, { body })) };
}
const signIn = (email: string) => app.client().call(accounts.login, { body: { email, password } });

describe('an email address', () => {
  it('with characters that no one sees is the one that its owner types', async () => {
    const { id } = await signUp('pasted\u200b@exa\u00admple.net');
    expect(await signIn('pasted@example.net')).toMatchObject({ id, email: 'pasted@example.net' });
    await expect(signUp('pasted@example.net')).rejects.toMatchObject({ code: 'email_taken' });
    await expect(signUp('\u3164@example.net')).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('is one in both forms of its domain', async () => {
    const { id, email } = await signUp('fan@bücher.example');
    expect(email).toBe('fan@bücher.example');
    for (const form of [
      'fan@bücher.example',
      'fan@xn--bcher-kva.example',
      'FAN@BÜCHER.example',
      'fan@bu\u0308cher。example',
    ]) {
      expect((await signIn(form)).id).toBe(id);
      await expect(signUp(form)).rejects.toMatchObject({ code: 'email_taken' });
    }
    const subjects = (await readOutbox(app, 'fan@xn--bcher-kva.example')).map(({ subject }) => subject);
    expect(subjects.filter((subject) => !/^New sign-in/.test(subject ?? ''))).toHaveLength(1);
  });

  it('of an account from before is found in both forms, too', async () => {
    const { id } = await signUp();
    await app.context.db.sql`update users set email = 'old@straße.example' where id = ${id}`;
    expect((await signIn('old@straße.example')).id).toBe(id);
    expect((await signIn('old@xn--strae-oqa.example')).id).toBe(id);
    await expect(signUp('old@xn--strae-oqa.example')).rejects.toMatchObject({ code: 'email_taken' });
  });
});

describe('a display name', () => {
  it.each(['\u3164', '\u115f', '\u2800', '\u200b\u2066', '\ufe0f', '\u{e0041}', '\u0301\u0302', '\uffa0'])(
    'in which nothing is visible (%j) leaves the username',
    async (displayName) => {
      const { client } = await signUp();
      expect(await client.call(updateProfile, { body: { displayName } })).toMatchObject({ displayName: null });
    },
  );

  it.each(['Admin', 'support', 'Tip Jar', 'Tip Jar Support', '\u0410dmin'])('%j is reserved', async (displayName) => {
    const { client, id } = await signUp();
    const change = { body: { displayName } };
    await expect(client.call(updateProfile, change)).rejects.toMatchObject({ code: 'validation_failed' });
    await app.context.db.sql`update users set display_name = ${displayName} where id = ${id}`;
    // A person who has had the name since before can save the rest of their profile.
    expect(await client.call(updateProfile, { body: { displayName, bio: 'Hi' } })).toMatchObject({
      displayName,
      bio: 'Hi',
    });
  });
});

it('exports a bounce that is stored in another form of the address', async () => {
  const { sql } = app.context.db;
  const { id, client } = await signUp();
  await sql`update users set email = ${'fan@köln.example'}, email_verified_at = now() where id = ${id}`;
  await sql`insert into undeliverable_addresses (address, diagnostic) values ('fan@xn--kln-sna.example', '551 moved')`;
  const files = unzip(Buffer.from(await (await client.raw('GET', exportPath)).arrayBuffer()));
  expect(JSON.parse(String(files.get('bounced-mail.json')))).toMatchObject([{ diagnostic: '551 moved' }]);
});

it('prefers the typed spelling where earlier versions made two accounts of one mailbox', async () => {
  const { sql } = app.context.db;
  const [unicode, ascii] = [await signUp(), await signUp()];
  await sql`update users set email = ${'fan@z\u00fcrich.example'} where id = ${unicode.id}`;
  await sql`update users set email = 'fan@xn--zrich-kva.example' where id = ${ascii.id}`;
  expect((await signIn('fan@z\u00fcrich.example')).id).toBe(unicode.id);
  expect((await signIn('fan@xn--zrich-kva.example')).id).toBe(ascii.id);
});
