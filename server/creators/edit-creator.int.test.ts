import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCreator, removeCreator } from '#contract/creators/creators.ts';
import { editCreator, getOwnCreatorPage } from '#contract/creators/edit-creator.ts';
import { listNotifications } from '#contract/notifications.ts';
import { setAvatar } from '#contract/settings.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type Creator, eventually, makeCreator, makeUnclaimedProfile } from '#testing/builders.ts';
import type { TestClient } from '#testing/client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startTestApp();
  admin = await insertPerson(app, 'admin');
});
afterAll(() => app.close());

const links = [{ platform: 'youtube', url: 'https://youtube.example/harbour' }];
const picture = (background = 'teal') =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer();

function formOf(fields: Record<string, string>, avatar?: Buffer): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (avatar) form.append('avatar', new Blob([new Uint8Array(avatar)], { type: 'image/png' }), 'me.png');
  return form;
}
const edit = ({ client, username }: Creator, fields: Record<string, string>, avatar?: Buffer) =>
  client.form(editCreator, formOf(fields, avatar), { username });
const own = ({ client }: Creator) => client.call(getOwnCreatorPage);
const pageOf = (client: TestClient, username: string) => client.call(getCreator, { params: { username } });
const imagesOf = (ownerId: string) => app.context.db.sql`select key from images where owner_id = ${ownerId}`;

describe('PATCH /api/creators/{username}', () => {
  it('refuses a name that reads as the operator', async () => {
    const impostor = await makeCreator(app);
    for (const fullName of ['Support', 'Fanfare Team', '\u0410dmin']) {
      await expect(edit(impostor, { fullName })).rejects.toMatchObject({ code: 'validation_failed' });
    }
  });

  it('changes every part of the page, and only the given ones', async () => {
    const creator = await makeCreator(app);
    const visitor = app.client();
    const first = { fullName: ' Odd  Harbour ', description: 'Sea songs.', category: 'Music' };
    const changed = await edit(creator, { ...first, socialLinks: JSON.stringify(links) }, await picture());
    expect(changed).toMatchObject({
      displayName: 'Odd Harbour',
      fullName: 'Odd Harbour',
      description: 'Sea songs.',
      category: 'Music',
      socialLinks: links,
      isOwner: true,
    });
    const { version: _version, isOwner: _isOwner, ...fields } = changed;
    expect(await pageOf(visitor, creator.username)).toMatchObject(fields);
    const again = await edit(creator, { description: 'Sea songs at night.' });
    expect(again).toMatchObject({ ...fields, description: 'Sea songs at night.' });
    expect(again.version).not.toBe(changed.version);
    expect(await edit(creator, {})).toEqual(again);
    expect(await edit(creator, { description: '' })).toMatchObject({ description: '' });
  });

  it('refuses everyone but the owner, suspended owners and removed pages', async () => {
    const creator = await makeCreator(app);
    const other = await makeCreator(app);
    const fan = await insertPerson(app);
    const change = (client: TestClient, username: string) =>
      client.form(editCreator, formOf({ description: 'Mine.' }), { username });
    await expect(change(app.client(), creator.username)).rejects.toMatchObject({ status: 401 });
    await expect(change(fan.client, creator.username)).rejects.toMatchObject({ status: 403 });
    await expect(change(other.client, creator.username)).rejects.toMatchObject({ status: 403 });
    await expect(change(admin.client, creator.username)).rejects.toMatchObject({ status: 403 });
    await expect(change(creator.client, 'no_such_page')).rejects.toMatchObject({ status: 404 });
    const unclaimed = await makeUnclaimedProfile(app);
    await expect(change(creator.client, unclaimed.username)).rejects.toMatchObject({ status: 403 });
    const body = { confirmed: true } as const;
    await fan.client.call(removeCreator, { params: { username: unclaimed.username }, body });
    await expect(change(creator.client, unclaimed.username)).rejects.toMatchObject({ code: 'creator_removed' });
    await expect(edit(creator, { fullName: 'Sám Stone' })).rejects.toMatchObject({ code: 'creator_removed' });
    await creator.suspend();
    await expect(change(creator.client, creator.username)).rejects.toMatchObject({ code: 'suspended' });
    expect(await pageOf(app.client(), creator.username)).toMatchObject({ displayName: 'Maya', description: '' });
    expect(await own(creator)).toMatchObject({ description: '' });
  });

  it('refuses bad input with a message at its field, and changes nothing', async () => {
    const creator = await makeCreator(app);
    const before = await own(creator);
    const refusals: [Record<string, string>, string, string][] = [
      [{ fullName: ' ' }, 'fullName', 'Full name is required'],
      [{ fullName: 'x'.repeat(101) }, 'fullName', 'Full name must be 100 characters or less'],
      [{ description: 'x'.repeat(201) }, 'description', 'Creator bio must be less than 200 characters'],
      [{ category: 'Nonsense' }, 'category', 'Category is required'],
      [{ socialLinks: '' }, 'socialLinks', 'Please add at least one social media link.'],
      [{ socialLinks: '[' }, 'socialLinks', 'Please complete all social media links or remove empty ones'],
      [{ socialLinks: JSON.stringify(Array(6).fill(links[0])) }, 'socialLinks', 'At most 5 social media links.'],
      [
        { socialLinks: JSON.stringify([{ platform: 'other', url: 'javascript:alert(1)' }]) },
        'socialLinks.0.url',
        'Please enter valid URLs (must start with http:// or https://)',
      ],
      [{ picture: 'both' }, 'picture', 'Choose a picture file, "account" or "none"'],
    ];
    for (const [fields, field, message] of refusals) {
      // The other fields are good, and are not saved either.
      const call = edit(creator, { description: 'Half-written.', ...fields }, await picture());
      await expect(call, field).rejects.toMatchObject({ status: 400, fields: { [field]: message } });
    }
    await expect(edit(creator, { username: 'stolen' })).rejects.toMatchObject({ status: 400 });
    await expect(edit(creator, { description: 'Half.' }, Buffer.from('GIF89a'))).rejects.toMatchObject({
      code: 'image_type',
    });
    expect(await own(creator)).toEqual(before);
    expect(await imagesOf(creator.id)).toHaveLength(0);
  });

  it('audits a new name and notifies the admins once', async () => {
    const creator = await makeCreator(app);
    await edit(creator, { fullName: 'Odd Harbour', description: 'Songs.' });
    await edit(creator, { fullName: 'Odd Harbour', description: 'Sea songs.' });
    const rows = await app.context.db.sql`
      select actor_id, action, before, after from audit_log where target_id = ${creator.profileId}`;
    expect(rows).toEqual([
      {
        actorId: creator.id,
        action: 'creator.renamed',
        before: { username: creator.username, name: 'Maya' },
        after: { username: creator.username, name: 'Odd Harbour' },
      },
    ]);
    const notices = await eventually(
      async () => (await admin.client.call(listNotifications)).notifications,
      (all) => all.some(({ body }) => body.includes(creator.username)),
    );
    const renames = notices.filter(({ kind, body }) => kind === 'creator_renamed' && body.includes(creator.username));
    expect(renames.map(({ body }) => body)).toEqual([
      `@${creator.username} was “Maya” and is now “Odd Harbour”. Check that the new name is really theirs.`,
    ]);
  });

  it('reserves names in every spelling, and keeps a name that the page has', async () => {
    const creator = await makeCreator(app);
    await edit(creator, { fullName: 'Port' });
    for (const fullName of ['$upp0rt', 'Support', 'ᴀᴅᴍɪɴ'])
      await expect(edit(creator, { fullName }), fullName).rejects.toMatchObject({ code: 'validation_failed' });
    await app.context.db.sql`update creator_profiles set full_name = 'Support' where id = ${creator.profileId}`;
    expect(await edit(creator, { fullName: 'Support', description: 'Songs.' })).toMatchObject({ fullName: 'Support' });
  });

  it('counts five new names in a day, but none whose picture cannot be read', async () => {
    const limited = await startTestApp({ env: { RATE_LIMITS: '1' }, beside: app });
    try {
      const creator = await makeCreator(limited);
      const broken = (await picture()).subarray(0, 60);
      for (let n = 1; n <= 5; n += 1) {
        const refused = edit(creator, { fullName: `Harbour ${n}` }, broken);
        await expect(refused).rejects.toMatchObject({ code: 'image_unreadable' });
      }
      for (let n = 1; n <= 5; n += 1) await edit(creator, { fullName: `Harbour ${n}` });
      await expect(edit(creator, { fullName: 'Harbour 6' })).rejects.toMatchObject({ code: 'rate_limited' });
    } finally {
      await limited.close();
    }
  });

  it('refuses an edit of a version that another tab has replaced', async () => {
    const creator = await makeCreator(app);
    const { version } = await own(creator);
    const results = await Promise.allSettled(
      ['One.', 'Two.', 'Three.'].map(async (description) =>
        edit(creator, { description, version }, await picture(description === 'One.' ? 'red' : 'blue')),
      ),
    );
    const refusals = results.filter((result) => result.status === 'rejected');
    expect(refusals).toHaveLength(2);
    for (const { reason } of refusals) expect(reason).toMatchObject({ code: 'conflict', status: 409 });
    const now = await own(creator);
    expect((await imagesOf(creator.id)).map(({ key }) => `/media/images/${key}.webp`)).toEqual([now.avatarUrl]);
    await expect(edit(creator, { description: 'Late.', version })).rejects.toMatchObject({ code: 'conflict' });
    expect(await edit(creator, { description: 'In time.', version: now.version })).toMatchObject({
      description: 'In time.',
    });
  });
});

describe('the picture and bio of the account', () => {
  it('are offered until the first edit, and a copied picture outlives the one of the account', async () => {
    const creator = await makeCreator(app);
    const { sql } = app.context.db;
    await sql`update users set bio = 'I sing.' where id = ${creator.id}`;
    const { avatarUrl } = await creator.client.form(setAvatar, formOf({}, await picture()));
    expect((await own(creator)).account).toEqual({ avatarUrl, bio: 'I sing.' });
    expect(await edit(creator, { picture: 'account', description: 'I sing.' })).toMatchObject({ avatarUrl });
    expect((await own(creator)).account).toBeNull();

    await creator.client.form(setAvatar, formOf({}, await picture('red')));
    expect((await app.client().raw('GET', avatarUrl ?? '')).status).toBe(200);
    expect(await edit(creator, { picture: 'none' })).toMatchObject({ avatarUrl: null });
    expect((await app.client().raw('GET', avatarUrl ?? '')).status).toBe(404);
  });
});
