import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setCover } from '#contract/creators/creator-cover.ts';
import { getCreator } from '#contract/creators/creators.ts';
import {
  decideTakedown,
  listTakedownCandidates,
  listTakedowns,
  sendCounterNotice,
  sendTakedownNotice,
  settleTakedown,
} from '#contract/legal.ts';
import { getUserProfile } from '#contract/people.ts';
import { setAvatar } from '#contract/settings.ts';
import { sweepTakedowns } from '#server/legal/sweep-takedowns.ts';
import { readOutbox } from '#testing/outbox.ts';
import { complainant, copyrightNotice, counterNotice } from './copyright-notice.ts';
import { HttpSite, type Member } from './http-site.ts';

let site: HttpSite;

beforeAll(async () => {
  site = await HttpSite.open();
});
afterAll(() => site.close());

const settle = (id: string, action: 'keep_down' | 'restore', reason = 'As agreed') =>
  site.admin.client.call(settleTakedown, { params: { id }, body: { action, reason } });
const subjectsTo = async (email: string) => (await readOutbox(site.app, email)).map(({ subject = '' }) => subject);

describe('a disabled profile picture', () => {
  const pictureOf = async (color: string) => {
    const data = await sharp({ create: { width: 400, height: 400, channels: 3, background: color } })
      .png()
      .toBuffer();
    const upload = new FormData();
    upload.set('avatar', new File([new Uint8Array(data)], 'me.png', { type: 'image/png' }));
    return upload;
  };
  const shownOf = async (who: Member) =>
    (await site.visitor().client.call(getUserProfile, { params: { username: who.username } })).avatarUrl;
  async function disablePicture(locations: string[]) {
    const { reference } = await site
      .visitor()
      .client.call(sendTakedownNotice, { body: { ...copyrightNotice, locations } });
    const { items } = await site.admin.client.call(listTakedowns, { query: { search: reference } });
    const id = items[0]?.id ?? '';
    const { candidates, unknown } = await site.admin.client.call(listTakedownCandidates, { params: { id } });
    expect(unknown).toEqual([]);
    const [picture, ...others] = candidates;
    expect(others).toEqual([]);
    const materials = [{ kind: 'picture' as const, id: picture?.id ?? '' }];
    const item = await site.admin.client.call(decideTakedown, {
      params: { id },
      body: { action: 'disable', materials },
    });
    return { picture, material: item.materials[0] };
  }

  it('is named by the profile or its own address, disappears, and returns after a counter-notice', async () => {
    const person = await site.member('portrait');
    const { avatarUrl } = await person.client.form(setAvatar, await pictureOf('teal'));
    const url = avatarUrl ?? '';
    const { picture, material } = await disablePicture([
      `${site.app.url}/user/${person.username.toUpperCase()}`,
      `${site.app.url}${url}`,
    ]);
    expect(picture).toMatchObject({ kind: 'picture', label: `@${person.username}`, user: { id: person.id } });
    expect(material).toMatchObject({ kind: 'picture', status: 'disabled', path: `/user/${person.username}` });
    expect(await shownOf(person)).toBeNull();
    expect((await site.visitor().client.raw('GET', url)).status).toBe(404);
    expect((await site.admin.client.raw('GET', url)).status).toBe(200);
    expect(await subjectsTo(person.email)).toContainEqual(expect.stringMatching(/^We disabled something you posted/));
    const id = material?.id ?? '';
    await person.client.call(sendCounterNotice, { params: { id }, body: counterNotice });
    await site.sql`update takedown_materials set due_at = clock_timestamp() where id = ${id}`;
    await sweepTakedowns(site.app.context);
    expect(await shownOf(person)).toBe(url);
    expect((await site.visitor().client.raw('GET', url)).status).toBe(200);
  });

  it('that stays disabled is restored later, with a reason for both sides, and replaces no newer picture', async () => {
    const person = await site.member('portrait2');
    await person.client.form(setAvatar, await pictureOf('navy'));
    const { material } = await disablePicture([`/user/${person.username}`]);
    const id = material?.id ?? '';
    await settle(id, 'keep_down', 'No license');
    await expect(settle(id, 'keep_down')).rejects.toMatchObject({ code: 'conflict' });
    const { avatarUrl: newer } = await person.client.form(setAvatar, await pictureOf('red'));
    const { reference, materials } = await settle(id, 'restore', 'The license arrived');
    expect(materials[0]).toMatchObject({
      status: 'restored',
      outcome: 'admin',
      reason: 'The license arrived',
      strikes: 0,
    });
    expect(await shownOf(person)).toBe(newer);
    const mails = await readOutbox(site.app, complainant);
    const mail = mails.find(({ subject }) => subject === `${reference}: The material was restored`);
    expect(mail?.text).toContain('Reason: The license arrived');
    const [notice] = (await site.noticesOf(person)).filter(({ kind }) => kind === 'takedown_restored');
    expect(notice?.body).toContain('Reason: The license arrived');
    const rows = await site.sql<{ before: string; reason: string }[]>`
      select before->>'status' as before, reason from audit_log
      where action = 'takedown.restored' and target_kind = 'image' order by seq desc limit 1`;
    expect(rows).toEqual([{ before: 'kept_down', reason: 'The license arrived' }]);
    await expect(settle(id, 'restore')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('or cover of a creator is named by its own address, disappears, and returns', async () => {
    const maker = await site.creator();
    const upload = new FormData();
    upload.set('cover', (await pictureOf('olive')).get('avatar') ?? '');
    upload.set('alt', 'A field');
    const { url } = await maker.client.form(setCover, upload);
    const coverOf = async () =>
      (await site.visitor().client.call(getCreator, { params: { username: maker.username } })).coverUrl;
    expect(await coverOf()).toBe(url);
    const { material } = await disablePicture([`${site.app.url}${url}`]);
    expect(material).toMatchObject({ kind: 'picture', status: 'disabled' });
    expect(await coverOf()).toBeNull();
    expect((await site.visitor().client.raw('GET', url ?? '')).status).toBe(404);
    await settle(material?.id ?? '', 'keep_down', 'No license');
    await settle(material?.id ?? '', 'restore', 'The license arrived');
    expect(await coverOf()).toBe(url);
    expect((await site.visitor().client.raw('GET', url ?? '')).status).toBe(200);
  });
});
