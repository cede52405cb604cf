import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setCover } from '#contract/creators/creator-cover.ts';
import { uploadImage } from '#contract/media.ts';
import { getPool } from '#contract/pools/pools.ts';
import { setAvatar } from '#contract/settings.ts';
import { chatClient, closeChatClients } from '#testing/chat-client.ts';
import { HttpSite } from './http-site.ts';

let site: HttpSite;
beforeAll(async () => {
  // No disk has this much free space, so the disk counts as nearly full from the start.
  site = await HttpSite.open({ DISK_RESERVE: '9000TB' });
});
afterAll(async () => {
  closeChatClients();
  await site.close();
});

it('refuses uploads while the disk is nearly full, and still handles money, chat and deliveries', async () => {
  const [fan, creator] = [await site.member(), await site.creator()];
  const refusal = { status: 507, code: 'insufficient_storage', message: expect.stringContaining('no space left') };
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  for (const [endpoint, field] of [
    [uploadImage, 'file'],
    [setAvatar, 'avatar'],
    [setCover, 'cover'],
  ] as const) {
    const form = new FormData();
    form.append(field, new Blob([new Uint8Array(picture)]), 'teal.png');
    await expect(creator.client.form(endpoint, form)).rejects.toMatchObject(refusal);
  }
  const upload = await creator.client.raw('POST', '/api/uploads', {
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '1' },
  });
  expect(upload.status).toBe(507);
  expect(await upload.json()).toMatchObject({ code: refusal.code, message: refusal.message });

  const { pool, pledges } = await site.funded(fan, creator, [{ who: fan, cents: 20_00 }]);
  expect(pool.status).toBe('in_production');
  await site.pledgeIs(fan, pledges[0]?.id ?? '', 'paid');
  const chat = await chatClient(site.app, null, { cookies: { sid: fan.client.cookies.get('sid') ?? '' } });
  await chat.join('Global');
  expect(await chat.say('Global', 'Still here')).toMatchObject({ content: 'Still here' });
  await site.deliver(creator, pool);
  await site.review(pool);
  expect(await site.read(fan, pool)).toMatchObject([{ text: 'La la la' }]);
  expect(await fan.client.call(getPool, { params: { id: pool.id } })).toMatchObject({ status: 'delivered' });
  expect((await site.sql`select 1 from uploads`).length + (await site.sql`select 1 from images`).length).toBe(0);
});
