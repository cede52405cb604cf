import { readFile } from 'node:fs/promises';
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
    expect(await readOutbox(app, 'fan@xn--bcher-kva.example')).toHaveLength(1);
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

it('fixes the names and addresses of earlier versions', async () => {
  const { sql } = app.context.db;
  const [nameless, twin, rival] = [await signUp(), await signUp(), await signUp()];
  const joined = await signUp();
  const persian = 'ali@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.example';
  await sql`update users set email = ${persian}, email_verified_at = now() where id = ${joined.id}`;
  await sql`update users set display_name = ${'\u3164\u0301'}, email = ${'ne\u200bw@example.net'} where id = ${nameless.id}`;
  await sql`update users set display_name = ${'Zoe\u0308 \u3164'}, email = ${'tw\u200bin@example.net'} where id = ${twin.id}`;
  await sql`update users set email = 'twin@example.net' where id = ${rival.id}`;
  await sql.unsafe(await readFile(new URL('../../migrations/0168_visible_text.sql', import.meta.url), 'utf8'));
  expect(
    await sql`select display_name, email from users where id in (${nameless.id}, ${twin.id}) order by username`,
  ).toEqual([
    { displayName: null, email: 'new@example.net' },
    { displayName: 'Zoe\u0308 \u3164', email: 'tw\u200bin@example.net' },
  ]);
  // The joiner is a part of the domain: without it, the mail would reach others.
  const [kept] = await sql`select email, email_verified_at is not null as confirmed from users where id = ${joined.id}`;
  expect(kept).toEqual({ email: persian, confirmed: true });
  expect((await signIn(persian)).id).toBe(joined.id);
  expect((await signIn('new@example.net')).id).toBe(nameless.id);
  expect((await signIn('twin@example.net')).id).toBe(rival.id);
});

it('fixes domains that were typed in full-width letters, unless another account has the address', async () => {
  const { sql } = app.context.db;
  const [alone, twin, rival, mixed] = [await signUp(), await signUp(), await signUp(), await signUp()];
  await sql`update users set email = ${'wide@ｅxample。ｃom'}, email_verified_at = now() where id = ${alone.id}`;
  await sql`update users set email = ${'both@ｅxample.net'} where id = ${twin.id}`;
  await sql`update users set email = 'both@example.net' where id = ${rival.id}`;
  await sql`update users set email = ${'ｌocal@bücher.ｅxample'} where id = ${mixed.id}`;
  await sql`insert into undeliverable_addresses (address, diagnostic) values (${'wide@ｅxample。ｃom'}, '550')`;
  await sql.unsafe(await readFile(new URL('../../migrations/0189_wide_domains.sql', import.meta.url), 'utf8'));
  const emails = async (id: string) =>
    (await sql`select email, email_verified_at is not null as confirmed from users where id = ${id}`)[0];
  expect(await emails(alone.id)).toEqual({ email: 'wide@example.com', confirmed: true });
  expect(await emails(twin.id)).toMatchObject({ email: 'both@ｅxample.net' });
  expect(await emails(mixed.id)).toMatchObject({ email: 'ｌocal@bücher.ｅxample' });
  expect((await signIn('wide@example.com')).id).toBe(alone.id);
  expect((await signIn('both@example.net')).id).toBe(rival.id);
  expect(await sql`select address from undeliverable_addresses where diagnostic = '550'`).toEqual([
    { address: 'wide@example.com' },
  ]);
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
