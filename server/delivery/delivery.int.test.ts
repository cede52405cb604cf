import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import { DeliveryStage } from '#testing/delivery-stage.ts';
import type { Person } from '#testing/insert-person.ts';
import { sweepPreviews, sweepUnusedUploads } from './jobs.ts';

let creator: Person;
let otherCreator: Person;
let admin: Person;
let paid: Person;
let stranger: Person;
let stage: DeliveryStage;
beforeAll(async () => {
  stage = await DeliveryStage.open();
  ({ creator, otherCreator, admin, paid, stranger } = stage.people);
});
afterAll(() => stage.close());
beforeEach(() => stage.newPool());

describe('delivering', () => {
  it('takes files, text and links; contributors read them after an admin approves', async () => {
    const picture = await sharp({ create: { width: 1200, height: 600, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const uploadIds = [
      await stage.upload(picture, 'cover.png', 'image/png'),
      await stage.upload(Buffer.from('%PDF-1.7'), 'lyrics.pdf', 'application/pdf'),
    ];
    const pool = await stage.submit({ text: 'La la la', links: ['https://example.org/song'], uploadIds });
    expect(pool.status).toBe('delivery_review');
    await stage.app.settle();

    expect(await stage.read(paid)).toEqual([]);
    const pending = (await stage.read(creator))[0];
    expect(pending).toMatchObject({ status: 'pending', text: 'La la la', links: ['https://example.org/song'] });
    await stage.assertInvariants();

    await stage.decide('approved');
    const [delivered] = await stage.read(paid);
    expect(delivered).toMatchObject({ status: 'approved', note: 'Here it is', deliveredAt: expect.any(String) });
    expect(delivered?.files).toMatchObject([
      { name: 'cover.png', kind: 'image', sizeBytes: picture.length, previewUrl: expect.any(String) },
      { name: 'lyrics.pdf', kind: 'document', contentType: 'application/pdf', previewUrl: null },
    ]);
    const preview = await paid.client.raw('GET', delivered?.files[0]?.previewUrl ?? '');
    expect(preview.headers.get('cache-control')).toBe('private, no-store');
    const { format, width } = await sharp(Buffer.from(await preview.arrayBuffer())).metadata();
    expect({ format, width }).toEqual({ format: 'webp', width: 800 });

    // A crash leaves a preview that no row knows.
    const { files, config } = stage.context;
    await files.put('previews/stray.webp', Buffer.from('x'));
    const previewKeys = async () => {
      const keys: string[] = [];
      for await (const { key } of files.list('previews')) keys.push(key);
      return keys;
    };
    const dayBefore = new Date(Date.now() - 25 * 60 * 60_000);
    expect(await previewKeys()).toHaveLength(2);
    await sweepPreviews(stage.context);
    expect(await previewKeys()).toHaveLength(2);
    for (const key of await previewKeys()) await utimes(join(config.dataDir, 'files', key), dayBefore, dayBefore);
    await sweepPreviews(stage.context);
    expect((await previewKeys()).map((key) => key === 'previews/stray.webp')).toEqual([false]);
    expect((await stage.poolRow())?.quietUntil).toBeInstanceOf(Date);
    await stage.assertInvariants();
  });

  it('is allowed to the assigned creator only, and never empty', async () => {
    for (const who of [otherCreator, stranger, paid, admin]) {
      await expect(stage.submit({ text: 'x' }, who)).rejects.toMatchObject({ code: 'not_your_request' });
    }
    await expect(stage.submit({})).rejects.toMatchObject({ code: 'delivery_empty' });
    await expect(stage.submit({ text: '   ' })).rejects.toMatchObject({ code: 'delivery_empty' });
    await expect(stage.submit({ links: ['javascript:alert(1)'] })).rejects.toMatchObject({ code: 'validation_failed' });
    expect((await stage.poolRow())?.status).toBe('in_production');
  });

  it('refuses uploads that are unfinished, foreign or already delivered, and changes nothing', async () => {
    const created = await creator.client.raw('POST', '/api/uploads', {
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' },
    });
    const unfinished = created.headers.get('location')?.split('/').at(-1) ?? '';
    const foreign = await stage.upload(Buffer.from('mine'), 'a.txt', 'text/plain', otherCreator);
    for (const id of [unfinished, foreign, 'nope']) {
      await expect(stage.submit({ uploadIds: [id] })).rejects.toMatchObject({ code: 'upload_incomplete', status: 409 });
    }
    expect((await stage.poolRow())?.status).toBe('in_production');
    const id = await stage.upload(Buffer.from('once'), 'a.txt', 'text/plain');
    await stage.submit({ uploadIds: [id] });
    await stage.decide('rejected', 'Not what was asked');
    await expect(stage.submit({ uploadIds: [id] })).rejects.toMatchObject({ code: 'upload_incomplete' });
    // It belongs to a delivery now: it cannot be thrown away either.
    const thrown = await creator.client.raw('DELETE', `/api/uploads/${id}`, { headers: { 'tus-resumable': '1.0.0' } });
    expect(thrown.status).toBe(409);
  });

  it('makes one delivery of ten concurrent requests', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => stage.submit({ text: 'once' })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await stage.read(creator)).toHaveLength(1);
    await stage.assertInvariants();
  });

  it('sends a delivery back with a reason that fans never see; the creator delivers again', async () => {
    await stage.submit({ text: 'first try' });
    await stage.decide('rejected', 'The sound is broken');
    expect((await stage.poolRow())?.status).toBe('in_production');
    expect((await stage.read(creator))[0]).toMatchObject({ status: 'rejected', reason: 'The sound is broken' });
    expect(await stage.read(paid)).toEqual([]);
    await stage.submit({ text: 'second try' });
    await stage.decide('approved');
    await expect(stage.decide('approved')).rejects.toMatchObject({ code: 'conflict' });
    const deliveries = await stage.read(paid);
    expect(deliveries.map(({ text }) => text)).toEqual(['second try']);
    await stage.assertInvariants();
  });

  it('takes one decision of many concurrent admins', async () => {
    await stage.submit({ text: 'x' });
    const results = await Promise.allSettled([
      stage.decide('approved'),
      stage.decide('rejected', 'no good'),
      stage.decide('approved'),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await stage.assertInvariants();
  });

  it('leaves no review open when the pool is removed', async () => {
    await stage.submit({ text: 'x' });
    await stage.context.db.tx((tx) => applyPoolEvent(stage.context, tx, stage.poolId, { type: 'remove' }));
    expect((await stage.read(admin))[0]).toMatchObject({ status: 'rejected', reason: 'The pool was removed.' });
    for (const who of [paid, creator]) await expect(stage.read(who)).rejects.toMatchObject({ code: 'content_locked' });
    await stage.assertInvariants();
  });
});

it('deletes a finished upload and its file after 14 days without a delivery', async () => {
  const names = ['unused.txt', 'fresh.txt', 'delivered.txt'];
  const [unused = '', fresh = '', delivered = ''] = await Promise.all(
    names.map((name) => stage.upload(Buffer.from(name), name, 'text/plain')),
  );
  await stage.submit({ uploadIds: [delivered] });
  const day = 24 * 60 * 60 * 1000;
  await stage.sql`
    update uploads set completed_at = ${new Date(Date.now() - 15 * day)} where id = any(${[unused, delivered]})`;
  await sweepUnusedUploads(stage.context);
  const rows = await stage.sql<{ id: string }[]>`select id from uploads where id = any(${[unused, fresh, delivered]})`;
  expect(rows.map(({ id }) => id).sort()).toEqual([fresh, delivered].sort());
  const files = [unused, fresh, delivered].map((id) => stage.context.files.stat(`uploads/${id}`));
  expect(await Promise.all(files)).toEqual([null, expect.anything(), expect.anything()]);
});

it('delivers at once when reviews are off', async () => {
  const auto = await DeliveryStage.open({ DELIVERY_REVIEW: 'auto' });
  await auto.newPool();
  const pool = await auto.submit({ text: 'at once' });
  expect(pool.status).toBe('delivered');
  expect(await auto.read(auto.people.paid)).toMatchObject([{ status: 'approved', text: 'at once' }]);
  await auto.close();
});
