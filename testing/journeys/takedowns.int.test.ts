import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideReport } from '#contract/admin/moderation.ts';
import { addComment, listComments } from '#contract/comments.ts';
import {
  decideTakedown,
  getTakedown,
  listRepeatInfringers,
  listTakedownCandidates,
  listTakedowns,
  sendTakedownNotice,
  settleTakedown,
  type TakedownKind,
} from '#contract/legal.ts';
import { uploadImage } from '#contract/media.ts';
import { getModerationReport } from '#contract/moderation-report.ts';
import { getPool, type Pool } from '#contract/pools/pools.ts';
import { makeReport } from '#contract/reports.ts';
import { afterBusinessDays } from '#server/legal/business-days.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { startTestApp } from '#testing/app.ts';
import { lockWaits } from '#testing/lock-waits.ts';
import { readOutbox } from '#testing/outbox.ts';
import { complainant, copyrightNotice } from './copyright-notice.ts';
import { type CreatorMember, HttpSite, type Member } from './http-site.ts';
import {
  counter,
  deliveredPool,
  disableMaterial,
  letCaseClockFire,
  sendNotice,
  settleCase,
  sweepCases,
} from './takedown-cases.ts';

/** Copyright notices and counter-notices, with their effect on material and money. Clocks fire by moving `due_at` into the past. */
let site: HttpSite;
let owner: Member;
let fan: Member;
let creator: CreatorMember;

beforeAll(async () => {
  site = await HttpSite.open({ REPEAT_INFRINGER_LIMIT: '2' });
  owner = await site.member('owner');
  creator = await site.creator();
  const [payer] = await site.crowd(1, 'pays');
  if (!payer) throw new Error('the crowd is empty');
  fan = payer;
});
afterAll(() => site.close());

const notice = (pool: Pool) => sendNotice(site, pool);
const disable = (pool: Pool, kind: TakedownKind) => disableMaterial(site, pool, kind);
const settle = (id: string, action: 'keep_down' | 'restore', reason?: string) => settleCase(site, id, action, reason);
const letClockFire = (materialId: string) => letCaseClockFire(site, materialId);

const statusOf = async (who: Member, id: string) => (await who.client.call(getTakedown, { params: { id } })).status;

const delivered = () => deliveredPool(site, { owner, creator, fan });
const mailsTo = async (email: string) => (await readOutbox(site.app, email)).map(({ subject = '' }) => subject);
/** The text of the mail about a notice with these words in its subject. */
async function mailAbout(reference: string, words: string): Promise<string> {
  const mails = await readOutbox(site.app, complainant);
  return mails.find(({ subject = '' }) => subject === `${reference}: ${words}`)?.text ?? '';
}

describe('a notice', () => {
  it('is acknowledged by mail without the typed words, and waits for an admin', async () => {
    const pool = await site.newPool(owner, creator);
    const item = await notice(pool);
    expect(item).toMatchObject({ status: 'open', name: 'Lena Label', user: null, materials: [] });
    const mail = await mailAbout(item.reference, 'We received your copyright notice');
    expect(mail).toContain('two business days');
    expect(mail).not.toContain('Rain');
    expect((await site.noticesOf(site.admin)).map(({ kind }) => kind)).toContain('takedown_made');
  });

  it('needs both statements, a signature and an address', async () => {
    const send = (changes: object) =>
      site
        .visitor()
        .client.call(sendTakedownNotice, { body: { ...copyrightNotice, locations: ['/pool/x'], ...changes } });
    await expect(send({ accurate: false })).rejects.toMatchObject({
      status: 400,
      fields: { accurate: expect.any(String) },
    });
    await expect(send({ signature: ' ' })).rejects.toMatchObject({ fields: { signature: 'Signature is required' } });
    await expect(send({ locations: [] })).rejects.toMatchObject({
      fields: { locations: 'Enter at least one address' },
    });
  });

  it('is dropped silently from a bot', async () => {
    const before = (await site.sql`select 1 from takedown_notices`).length;
    await site.visitor().client.call(sendTakedownNotice, {
      body: { ...copyrightNotice, locations: ['/pool/x'], website: 'https://spam.example' },
    });
    expect(await site.sql`select 1 from takedown_notices`).toHaveLength(before);
  });

  it('is rejected with a reason that the complainant gets; a second admin is too late', async () => {
    const item = await notice(await site.newPool(owner, creator));
    const reject = () =>
      site.admin.client.call(decideTakedown, {
        params: { id: item.id },
        body: { action: 'reject', reason: 'The work is not named' },
      });
    expect(await reject()).toMatchObject({ status: 'rejected', reason: 'The work is not named' });
    await expect(reject()).rejects.toMatchObject({ status: 409, code: 'conflict' });
    expect(await mailAbout(item.reference, 'Your copyright notice was not accepted')).toContain(
      'The work is not named',
    );
  });

  it('has a rate limit per email', async () => {
    const limited = await startTestApp({ env: { RATE_LIMITS: '1' }, beside: site.app });
    try {
      const body = { ...copyrightNotice, email: 'often@example.com', locations: ['/pool/x'] };
      const sent = Array.from({ length: 6 }, () => limited.client().call(sendTakedownNotice, { body }));
      const refused = (await Promise.allSettled(sent)).filter(({ status }) => status === 'rejected');
      expect(refused).toMatchObject([{ reason: { status: 429 } }]);
    } finally {
      await limited.close();
    }
  });

  it('names addresses that lead to nothing', async () => {
    const locations = [`${site.app.url}/pool/none`, 'https://elsewhere.example/pool/1', 'not an address'];
    const { reference } = await site
      .visitor()
      .client.call(sendTakedownNotice, { body: { ...copyrightNotice, locations } });
    const { items } = await site.admin.client.call(listTakedowns, { query: { search: reference } });
    const candidates = await site.admin.client.call(listTakedownCandidates, { params: { id: items[0]?.id ?? '' } });
    expect(candidates).toEqual({ candidates: [], unknown: locations });
  });

  it('is decided, and its case settled, by admins only', async () => {
    const { item, material } = await disable(await site.newPool(owner, creator), 'pool');
    for (const { client } of [fan, creator, owner]) {
      const body = { action: 'reject', reason: 'Mine' } as const;
      await expect(client.call(decideTakedown, { params: { id: item.id }, body })).rejects.toMatchObject({
        status: 403,
      });
      await expect(
        client.call(settleTakedown, { params: { id: material.id }, body: { action: 'restore', reason: 'Mine' } }),
      ).rejects.toMatchObject({ status: 403 });
      await expect(client.call(listTakedowns)).rejects.toMatchObject({ status: 403 });
    }
    // The case is the owner's: to everyone else it does not exist.
    await expect(fan.client.call(getTakedown, { params: { id: material.id } })).rejects.toMatchObject({ status: 404 });
    await expect(counter(creator, material.id)).rejects.toMatchObject({ status: 404 });
    const mine = await owner.client.call(getTakedown, { params: { id: material.id } });
    expect(JSON.stringify(mine)).not.toContain('Record Row');
    expect(JSON.stringify(mine)).not.toContain('615 555');
  });
});

describe('a disabled pool', () => {
  it('shows neither words nor pictures, is frozen, and returns with shifted clocks after a counter-notice', async () => {
    const upload = new FormData();
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    upload.set('file', new File([new Uint8Array(picture)], 'cover.png', { type: 'image/png' }));
    const image = await owner.client.form(uploadImage, upload);
    const pool = await site.newPool(owner, creator, { imageIds: [image.id], title: 'A song called Rain' });
    await site.pledgeWithSavedCard(fan, pool, 10_00);
    const { item, material } = await disable(pool, 'pool');
    const hidden = await site.visitor().client.call(getPool, { params: { id: pool.id } });
    expect(hidden).toMatchObject({ title: 'Title withheld', frozen: true, images: [] });
    expect(hidden.description).not.toBe(pool.description);
    expect((await site.visitor().client.raw('GET', image.url)).status).toBe(404);
    expect((await site.admin.client.raw('GET', image.url)).status).toBe(200);
    await expect(site.newPool(owner, creator, { imageIds: [image.id] })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(await mailsTo(owner.email)).toContainEqual(expect.stringMatching(/^We disabled something you posted/));

    const before = Date.now();
    const { dueAt } = await counter(owner, material.id);
    const expected = afterBusinessDays(new Date(before), 10);
    expect(Math.abs(Date.parse(dueAt ?? '') - expected.getTime())).toBeLessThanOrEqual(24 * 60 * 60 * 1000);
    const forwarded = await mailAbout(item.reference, 'A counter-notice to your copyright notice');
    for (const words of ['Maya Reyes', '2 Harbor Street', '207 555 0100', owner.email, 'I wrote it.']) {
      expect(forwarded).toContain(words);
    }
    await expect(counter(owner, material.id)).rejects.toMatchObject({ code: 'takedown_settled' });

    // Before its time the clock changes nothing.
    await sweepCases(site);
    expect(await statusOf(owner, material.id)).toBe('countered');
    await site.sql`update pools set frozen_at = frozen_at - interval '20 days' where id = ${pool.id}`;
    await letClockFire(material.id);
    const back = await site.visitor().client.call(getPool, { params: { id: pool.id } });
    expect(back).toMatchObject({ title: pool.title, description: pool.description, frozen: false, status: 'open' });
    expect(back.images).toHaveLength(1);
    expect(Date.parse(back.deadline) - Date.parse(pool.deadline)).toBeGreaterThan(19 * 24 * 60 * 60 * 1000);
    expect((await site.visitor().client.raw('GET', image.url)).status).toBe(200);
    expect(await mailAbout(item.reference, 'The material was restored')).toContain('court action in time');
  });

  it('is removed, and everyone refunded, when no counter-notice arrives in time', async () => {
    const { pool, pledges } = await site.funded(owner, creator, [{ who: fan, cents: 20_00 }]);
    const { material } = await disable(pool, 'pool');
    await letClockFire(material.id);
    expect((await site.pool(pool.id)).status).toBe('removed');
    await site.pledgeIs(fan, pledges[0]?.id ?? '', 'refunded');
    expect(await statusOf(owner, material.id)).toBe('kept_down');
    await expect(counter(owner, material.id)).rejects.toMatchObject({ code: 'takedown_settled' });
  });
});

it('restores a pool that was removed without reviving it, and a delivery without undoing its refunds', async () => {
  const removed = await site.newPool(owner, creator, { title: 'A song called Thunder' });
  const { material: pool } = await disable(removed, 'pool');
  await settle(pool.id, 'keep_down');
  await settle(pool.id, 'restore', 'The complainant was wrong');
  expect(await site.pool(removed.id)).toMatchObject({
    status: 'removed',
    title: 'A song called Thunder',
    frozen: false,
  });

  const paid = await delivered();
  await site.letTimePass(paid);
  const { material: delivery } = await disable(paid, 'delivery');
  await letClockFire(delivery.id);
  expect(await site.read(fan, paid)).toEqual([]);
  await settle(delivery.id, 'restore', 'Late answer');
  expect(await site.read(fan, paid)).toHaveLength(1);
  expect(await site.pool(paid.id)).toMatchObject({ status: 'completed', currentAmount: 20_00 });

  // A notice about the words of a completed pool leaves the delivery to everyone who paid.
  const { material: words } = await disable(paid, 'pool');
  await letClockFire(words.id);
  expect(await site.pool(paid.id)).toMatchObject({ status: 'completed', title: 'Title withheld' });
  expect(await site.read(fan, paid)).toHaveLength(1);
});

describe('a disabled comment', () => {
  it('returns word for word when an admin restores it early', async () => {
    const pool = await site.newPool(owner, creator);
    const writer = await site.member('writer');
    await writer.client.call(addComment, { params: { id: pool.id }, body: { content: 'All the lyrics of Rain' } });
    const { material } = await disable(pool, 'comment');
    const view = async () =>
      (await site.visitor().client.call(listComments, { params: { id: pool.id } })).comments.map(
        ({ content }) => content,
      );
    expect(await view()).toEqual([]);
    await settle(material.id, 'restore', 'The complainant withdrew the notice');
    expect(await view()).toEqual(['All the lyrics of Rain']);
    expect(await mailsTo(writer.email)).toContainEqual(expect.stringMatching(/^Your material was restored/));
  });

  describe('about which a report is upheld', () => {
    async function reported() {
      const pool = await site.newPool(owner, creator);
      const writer = await site.member('writer');
      const body = { content: 'Go away, all of you' };
      const { id } = await writer.client.call(addComment, { params: { id: pool.id }, body });
      const report = await fan.client.call(makeReport, { body: { kind: 'comment', id, reason: 'Harassment' } });
      const { item, material } = await disable(pool, 'comment');
      const uphold = () =>
        site.admin.client.call(decideReport, { params: report, body: { status: 'upheld', reason: 'It is' } });
      const visibleComments = async () =>
        (await site.visitor().client.call(listComments, { params: { id: pool.id } })).comments;
      return { pool, writer, reference: item.reference, material, uphold, visibleComments };
    }

    it('stays removed when the case is restored', async () => {
      const { writer, reference, material, uphold, visibleComments } = await reported();
      await uphold();
      await counter(writer, material.id);
      await letClockFire(material.id);
      expect(await statusOf(writer, material.id)).toBe('restored');
      expect(await visibleComments()).toEqual([]);
      expect(await mailsTo(writer.email)).toContainEqual(
        expect.stringMatching(/^A copyright case about your comment is closed/),
      );
      expect(await mailAbout(reference, 'The material stays disabled')).toContain('stays removed for another reason');
    });

    it('is removed if it is being restored at that moment', async () => {
      const { pool, material, uphold, visibleComments } = await reported();
      const deciding = await site.app.context.db.tx(async (tx) => {
        // The restoration waits for the pool's number of comments.
        await lockPool(tx, pool.id);
        const restoring = settle(material.id, 'restore');
        await lockWaits(tx);
        const upholding = uphold();
        await Promise.race([upholding, lockWaits(tx, 2)]);
        return { all: Promise.all([restoring, upholding]) };
      });
      await deciding.all;
      expect(await visibleComments()).toEqual([]);
    });
  });
});

it('has one live case per material, whichever of two admins comes first', async () => {
  const pool = await site.newPool(owner, creator);
  const [one, other] = [await notice(pool), await notice(pool)];
  const results = await Promise.allSettled(
    [one, other].map(({ id }) =>
      site.admin.client.call(decideTakedown, {
        params: { id },
        body: { action: 'disable', materials: [{ kind: 'pool', id: pool.id }] },
      }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [kept] = await site.sql<{ title: string }[]>`
    select kept->'pool'->>'title' as title from takedown_materials where target_id = ${pool.id}`;
  expect(kept?.title).toBe(pool.title);
});

it('counts notices per person, flags repeat infringers, and forgives restored material', async () => {
  const person = await site.member('repeat');
  const [first, second] = [await site.newPool(person, creator), await site.newPool(person, creator)];
  const strikes = async () => {
    const { people, threshold } = await site.admin.client.call(listRepeatInfringers);
    expect(threshold).toBe(2);
    const entry = people.find(({ user }) => user.id === person.id);
    return entry && [entry.strikes, entry.flagged];
  };
  await disable(first, 'pool');
  expect(await strikes()).toEqual([1, false]);
  const { material } = await disable(second, 'pool');
  expect(material).toMatchObject({ strikes: 2, flagged: true });
  expect((await site.noticesOf(site.admin)).map(({ title }) => title)).toContain(
    `@${person.username} is flagged as a repeat infringer`,
  );
  await settle(material.id, 'restore');
  expect(await strikes()).toEqual([1, false]);
});

it('writes an audit row for every decision, also for those of the clock', async () => {
  const rows = await site.sql<{ action: string; actor: boolean }[]>`
    select distinct action, actor_id is not null as actor from audit_log
    where action like 'takedown.%' or action = 'user.flagged' order by action, actor`;
  expect(rows.map(({ action, actor }) => `${action} ${actor ? 'person' : 'clock'}`)).toEqual([
    'takedown.acted person',
    'takedown.countered person',
    'takedown.disabled person',
    'takedown.kept_down clock',
    'takedown.kept_down person',
    'takedown.rejected person',
    'takedown.restored clock',
    'takedown.restored person',
    'user.flagged clock',
  ]);
});

it('publishes figures without personal data', async () => {
  await site.sql`update users set suspended_at = now() where id = ${owner.id}`;
  await site.sql`update users set suspended_at = null where id = ${owner.id}`;
  const { months } = await site.visitor().client.call(getModerationReport);
  const [now] = months;
  const [counted] = await site.sql<Record<string, number>[]>`
    select (select count(*) from takedown_notices) as received, (select count(*) from counter_notices) as counters,
      (select count(*) from takedown_notices where status = 'acted') as acted,
      (select count(*) from takedown_materials where status = 'restored') as restored`;
  expect(now).toMatchObject({
    noticesReceived: counted?.received,
    noticesActedOn: counted?.acted,
    noticesRejected: 1,
    counterNotices: counted?.counters,
    restored: counted?.restored,
    suspensions: 1,
    medianHoursToDecision: 0,
  });
  expect(now?.month).toMatch(/^\d{4}-\d{2}$/);
});
