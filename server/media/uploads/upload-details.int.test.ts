import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeUpload } from '#contract/delivery.ts';
import { DeliveryStage } from '#testing/delivery-stage.ts';

let stage: DeliveryStage;
beforeAll(async () => {
  stage = await DeliveryStage.open();
});
afterAll(() => stage.close());
beforeEach(() => stage.newPool());

const poster = async () =>
  (
    await sharp({ create: { width: 64, height: 36, channels: 3, background: '#246' } })
      .jpeg()
      .toBuffer()
  ).toString('base64');

it('stores the waveform and a frame of an own upload once, and shows them with the delivery', async () => {
  const { creator, otherCreator, paid } = stage.people;
  const id = await stage.upload(Buffer.from('frames'), 'clip.webm', 'video/webm');
  const describe = (who: typeof creator, body: { durationMs: number; peaks?: number[]; poster?: string }) =>
    who.client.call(describeUpload, { params: { id }, body });
  await expect(describe(otherCreator, { durationMs: 5 })).rejects.toMatchObject({ code: 'not_found' });
  await expect(describe(paid, { durationMs: 5 })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(describe(creator, { durationMs: 5, peaks: [101] })).rejects.toMatchObject({ code: 'validation_failed' });
  const notPicture = Buffer.from('<svg/>').toString('base64');
  await expect(describe(creator, { durationMs: 5, poster: notPicture })).rejects.toMatchObject({ code: 'image_type' });
  const given = { durationMs: 12_000, peaks: [0, 50, 100], poster: await poster() };
  expect(await describe(creator, given)).toEqual({ stored: true });
  expect(await describe(creator, { durationMs: 1 })).toEqual({ stored: false });

  await stage.submit({ uploadIds: [id] });
  await stage.decide('approved');
  await stage.app.settle();
  const [file] = (await stage.read(paid))[0]?.files ?? [];
  expect(file).toMatchObject({ durationMs: 12_000, peaks: [0, 50, 100], kind: 'video' });
  const preview = await paid.client.raw('GET', file?.previewUrl ?? '');
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await stage.people.stranger.client.raw('GET', file?.previewUrl ?? '')).status).toBe(403);
});

it('refuses details of an upload that is not complete', async () => {
  const { creator } = stage.people;
  const created = await creator.client.raw('POST', '/api/uploads', {
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' },
  });
  const id = created.headers.get('location')?.split('/').at(-1) ?? '';
  await expect(creator.client.call(describeUpload, { params: { id }, body: { durationMs: 5 } })).rejects.toMatchObject({
    code: 'not_found',
  });
});

it('sends captions as WebVTT, whatever type the browser gave them', async () => {
  const url = await stage.deliver(Buffer.from('WEBVTT\n'), 'clip.vtt', 'application/octet-stream');
  const answer = await stage.people.paid.client.raw('GET', url);
  expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
  expect((await stage.read(stage.people.paid))[0]?.files[0]?.kind).toBe('captions');
});
