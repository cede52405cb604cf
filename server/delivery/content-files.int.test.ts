import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getContent } from '#contract/delivery.ts';
import { DeliveryStage } from '#testing/delivery-stage.ts';
import type { Person } from '#testing/insert-person.ts';
import { revokeAccess } from './content-reader.ts';

let creator: Person;
let otherCreator: Person;
let admin: Person;
let paid: Person;
let unpaid: Person;
let stranger: Person;
let stage: DeliveryStage;
beforeAll(async () => {
  stage = await DeliveryStage.open();
  ({ creator, otherCreator, admin, paid, unpaid, stranger } = stage.people);
});
afterAll(() => stage.close());
beforeEach(() => stage.newPool());

/** The effect of settling a refund, without the money. */
const refund = () =>
  stage.context.db.tx(async (tx) => {
    const pledgeId = stage.pledgeIds.get(paid.id) ?? '';
    await revokeAccess(tx, pledgeId);
    await tx`update pledges set status = 'refunded' where id = ${pledgeId}`;
  });

describe('access to content files', () => {
  it('answers each person by role and pool status', async () => {
    const id = await stage.upload(Buffer.from('secret'), 'secret.txt', 'text/plain');
    await stage.submit({ uploadIds: [id] });
    const file = (await stage.read(creator))[0]?.files[0]?.url ?? '';
    const people = { visitor: stage.app.client(), stranger, unpaid, paid, creator, otherCreator, admin };
    const statuses = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(people).map(async ([name, who]) => {
            const client = 'client' in who ? who.client : who;
            const whole = await client.raw('GET', file);
            const part = await client.raw('GET', file, { headers: { range: 'bytes=0-1' } });
            const head = await client.raw('HEAD', file);
            if (!whole.ok) expect(await whole.text()).not.toContain('secret');
            expect([whole.status, part.status].map((status) => (status === 206 ? 200 : status))).toEqual([
              head.status,
              head.status,
            ]);
            return [name, whole.status] as const;
          }),
        ),
      );
    const nobodyElse = { visitor: 401, stranger: 403, unpaid: 403, otherCreator: 403, creator: 200, admin: 200 };
    expect(await statuses()).toEqual({ ...nobodyElse, paid: 403 });
    await stage.decide('approved');
    expect(await statuses()).toEqual({ ...nobodyElse, paid: 200 });

    await refund();
    expect(await statuses()).toEqual({ ...nobodyElse, paid: 403 });
    await expect(stage.read(paid)).rejects.toMatchObject({ code: 'content_locked' });
    await stage.assertInvariants();

    await stage.sql`update pools set status = 'removed' where id = ${stage.poolId}`;
    expect(await statuses()).toEqual({ ...nobodyElse, creator: 403, paid: 403 });
  });

  it('applies the same rule to content without files', async () => {
    await stage.submit({ text: 'words' });
    await stage.decide('approved');
    for (const who of [stranger, unpaid, otherCreator]) {
      await expect(stage.read(who)).rejects.toMatchObject({ code: 'content_locked', status: 403 });
    }
    for (const who of [paid, creator, admin]) expect(await stage.read(who)).toHaveLength(1);
    await expect(stage.app.client().call(getContent, { params: { id: stage.poolId } })).rejects.toMatchObject({
      status: 401,
    });
  });

  it('cuts a running download when the fan is refunded', async () => {
    const file = await stage.deliver(randomBytes(24_000_000));
    const response = await paid.client.raw('GET', file);
    const reader = response.body?.getReader();
    await reader?.read();
    await refund();
    // Reads more slowly than the server sends, so that the server still has most of the file when it checks the access again.
    const readSlowly = async () => {
      while (!(await reader?.read())?.done) await new Promise((resolve) => setTimeout(resolve, 50));
    };
    await expect(readSlowly()).rejects.toThrow();
  }, 30_000);
});

describe('sending content files', () => {
  it('serves the ranges that media players request', async () => {
    const data = randomBytes(100_000);
    const file = await stage.deliver(data);
    const get = (headers: Record<string, string>) => paid.client.raw('GET', file, { headers });
    const whole = await get({});
    expect(whole.status).toBe(200);
    expect(Buffer.from(await whole.arrayBuffer()).equals(data)).toBe(true);
    const headers = Object.fromEntries(whole.headers);
    expect(headers).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-length': '100000',
      'content-type': 'video/mp4',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(headers['content-disposition']).toBeUndefined();
    const etag = headers.etag ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);

    for (const [range, start, end] of [
      ['bytes=0-0', 0, 0],
      ['bytes=1000-1999', 1000, 1999],
      ['bytes=99000-', 99_000, 99_999],
      ['bytes=-500', 99_500, 99_999],
    ] as const) {
      const part = await get({ range, 'if-range': etag });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/100000`);
      expect(Buffer.from(await part.arrayBuffer()).equals(data.subarray(start, end + 1))).toBe(true);
    }
    expect((await get({ range: 'bytes=0-9', 'if-range': '"old"' })).status).toBe(200);
    const beyond = await get({ range: 'bytes=100000-' });
    expect(beyond.status).toBe(416);
    const backwards = await get({ range: 'bytes=5-1' });
    expect([backwards.status, backwards.headers.get('content-range')]).toEqual([
      416,
      beyond.headers.get('content-range'),
    ]);
    expect(await backwards.json()).toMatchObject({ code: 'range_not_satisfiable' });
    expect(beyond.headers.get('content-range')).toBe('bytes */100000');
    expect(await beyond.json()).toMatchObject({ code: 'range_not_satisfiable', message: expect.any(String) });
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    const head = await paid.client.raw('HEAD', file, { headers: { range: 'bytes=0-9' } });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '100000']);
  });

  it.each([
    ['page.html', 'text/html', 'application/octet-stream', true],
    ['vector.svg', 'image/svg+xml', 'application/octet-stream', true],
    ['app.js', 'text/javascript', 'application/octet-stream', true],
    ['lyrics.pdf', 'application/pdf', 'application/pdf', true],
    ['words.txt', 'text/plain', 'text/plain; charset=utf-8', false],
    ['song.mp3', 'audio/mpeg', 'audio/mpeg', false],
  ])('sends %s so that it cannot run on our origin', async (name, type, sent, isSaved) => {
    const file = await stage.deliver(Buffer.from('<script>alert(1)</script>'), name, type);
    const response = await paid.client.raw('GET', file);
    expect(response.headers.get('content-type')).toBe(sent);
    expect(response.headers.get('content-disposition')?.startsWith('attachment') ?? false).toBe(isSaved);
    const saved = await paid.client.raw('GET', `${file}?download=1`);
    expect(saved.headers.get('content-disposition')).toContain(`filename="${name}"`);
  });

  it('answers 404 for a file that does not exist', async () => {
    for (const id of ['nope', randomUUID(), '..%2f..%2fpackage.json']) {
      expect((await paid.client.raw('GET', `/api/content-files/${id}`)).status).toBe(404);
    }
    const file = await stage.deliver(Buffer.from('%PDF'), 'a.pdf', 'application/pdf');
    expect((await paid.client.raw('GET', `${file}/preview`)).status).toBe(404);
  });
});
