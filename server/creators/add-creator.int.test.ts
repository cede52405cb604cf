import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCreator, getCreator, searchCreators } from '#contract/creators/creators.ts';
import { limits } from '#contract/limits.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

let app: TestApp;
let fan: Person;
beforeAll(async () => {
  app = await startTestApp();
  fan = await insertPerson(app);
});
afterAll(() => app.close());

const link = { platform: 'youtube', url: 'https://youtube.example/sam' };
const good = {
  fullName: 'Sam Stone',
  username: 'sam_stone',
  description: 'Plays the spoons.',
  category: 'Music',
  socialLinks: JSON.stringify([link]),
};

function formOf(
  changes: Partial<Record<keyof typeof good, string>>,
  avatar?: { data: Buffer; type: string },
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...good, ...changes })) form.append(name, value);
  if (avatar) form.append('avatar', new Blob([new Uint8Array(avatar.data)], { type: avatar.type }), 'me.png');
  return form;
}

const refused = (changes: Parameters<typeof formOf>[0], avatar?: Parameters<typeof formOf>[1]) =>
  fan.client.form(addCreator, formOf(changes, avatar)).then(
    () => 'taken',
    ({ status, message }: { status: number; message: string }) => `${status} ${message}`,
  );

describe('POST /api/creators', () => {
  it('adds an unclaimed profile and re-encodes its picture', async () => {
    const avatar = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#336699' } })
      .withExif({ IFD0: { Artist: 'someone' } })
      .jpeg()
      .toBuffer();
    const added = await fan.client.form(addCreator, formOf({}, { data: avatar, type: 'image/png' }));
    expect(added).toMatchObject({
      username: 'sam_stone',
      displayName: 'Sam Stone',
      fullName: 'Sam Stone',
      description: 'Plays the spoons.',
      category: 'Music',
      status: 'unclaimed',
      socialLinks: [link],
      ownerId: null,
      poolCount: 0,
      followerCount: 0,
      isFollowing: false,
      claim: 'possible',
    });
    expect(added.avatarUrl).toBe(added.profileImageUrl);
    const picture = await app.client().raw('GET', added.avatarUrl ?? '');
    const { format, exif } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    expect({ format, exif }).toEqual({ format: 'webp', exif: undefined });
    expect(await app.client().call(getCreator, { params: { username: 'SAM_STONE' } })).toMatchObject({ claim: null });
    expect(await app.client().call(searchCreators, { query: { name: 'Sam S' } })).toHaveLength(1);
  });

  it.each([
    [{ fullName: '  ' }, '400 Full name is required'],
    [{ fullName: '\u202e\u200b' }, '400 Full name is required'],
    [{ username: '' }, '400 Username is required'],
    [{ username: 'ab' }, '400 Username must be at least 3 characters'],
    [{ username: 'Sam-Stone' }, '400 Username can only contain lowercase letters, numbers, and underscores'],
    [{ description: 'x'.repeat(201) }, '400 Creator bio must be less than 200 characters'],
    [{ category: '' }, '400 Category is required'],
    [{ category: 'Unknown category' }, '400 Category is required'],
    [{ socialLinks: '[]' }, '400 Please add at least one social media link.'],
    [{ socialLinks: '' }, '400 Please add at least one social media link.'],
    [{ socialLinks: '[null]' }, '400 Please complete all social media links or remove empty ones'],
    [{ socialLinks: 'youtube' }, '400 Please complete all social media links or remove empty ones'],
    [
      { socialLinks: JSON.stringify([link, { platform: '', url: 'https://a.example' }]) },
      '400 Please complete all social media links or remove empty ones',
    ],
    [
      { socialLinks: JSON.stringify([{ platform: 'tiktok', url: '' }]) },
      '400 Please complete all social media links or remove empty ones',
    ],
    [
      { socialLinks: JSON.stringify([{ platform: 'tiktok', url: 'tiktok.example/sam' }]) },
      '400 Please enter valid URLs (must start with http:// or https://)',
    ],
    [
      { socialLinks: JSON.stringify([{ ...link, url: `${link.url}/\ud800` }]) },
      '400 This contains a character that can’t be stored.',
    ],
    [{ socialLinks: JSON.stringify(Array.from({ length: 6 }, () => link)) }, '400 At most 5 social media links.'],
  ])('refuses %o', async (changes, answer) => {
    expect(await refused({ username: 'another_one', ...changes })).toBe(answer);
  });

  it('takes a bio of 200 characters and five links', async () => {
    const socialLinks = JSON.stringify(Array.from({ length: 5 }, () => link));
    expect(await refused({ username: 'to_the_brim', description: 'x'.repeat(200), socialLinks })).toBe('taken');
  });

  it('refuses a picture that is too large or of another type, and adds no profile', async () => {
    const form = { username: 'with_picture' };
    const large = { data: Buffer.alloc(limits.imageBytes), type: 'image/png' };
    expect(await refused(form, large)).toBe('413 File size must be less than 5MB');
    const gif = { data: Buffer.from('GIF89a..........'), type: 'image/png' };
    expect(await refused(form, gif)).toBe('415 Only PNG, JPG, and WebP files are allowed');
    await expect(fan.client.call(getCreator, { params: { username: 'with_picture' } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('adds no profile twice, also for concurrent requests', async () => {
    expect(await refused({})).toBe('409 A creator with this username already exists.');
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((fullName) => refused({ fullName, username: 'race' })),
    );
    expect(answers.toSorted()).toEqual([
      '409 A creator with this username already exists.',
      '409 A creator with this username already exists.',
      'taken',
    ]);
  });

  it('requires a form and a signed-in account that is not suspended', async () => {
    await expect(app.client().form(addCreator, formOf({}))).rejects.toMatchObject({ status: 401 });
    const suspended = await insertPerson(app);
    await suspended.suspend();
    await expect(suspended.client.form(addCreator, formOf({}))).rejects.toMatchObject({ code: 'suspended' });
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(good) };
    expect((await fan.client.raw('POST', '/api/creators', json)).status).toBe(415);
  });
});
