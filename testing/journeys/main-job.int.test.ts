import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCreatorDashboard, listCreatorPayouts } from '#contract/creators/creator-dashboard.ts';
import { getContent } from '#contract/delivery.ts';
import { dismissPledge, getPledge, listMyPledges, payPledge } from '#contract/pledges/pledges.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { readOutbox } from '#testing/outbox.ts';
import { type CreatorMember, cards, enterCard, HttpSite, type Member } from './http-site.ts';

/** From request to payout. Each step is a test that continues where the previous one ended. */
let site: HttpSite;
let anna: Member;
let ben: Member;
let stranger: Member;
let creator: CreatorMember;
let pool: Pool;
let annasPledge = '';
let bensPledge = '';
let fileUrl = '';

const song = randomBytes(300_000);
const kinds = async (who: Member) => (await site.noticesOf(who)).map(({ kind }) => kind);
const subjects = async (who: Member) => (await readOutbox(site.app, who.email)).map(({ subject }) => subject);
const balance = async (account: string) => {
  const [row] = await site.sql<{ cents: number }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries where account = ${account}`;
  return row?.cents;
};

beforeAll(async () => {
  site = await HttpSite.open({ QUIET_PERIOD: 'PT3S' });
  [anna, ben, stranger] = await Promise.all([site.member('anna'), site.member('ben'), site.member('stranger')]);
  creator = await site.creator();
});
afterAll(() => site.close());

describe('the main job', () => {
  it('a fan starts a pool for a creator', async () => {
    pool = await site.newPool(anna, creator, { fundingGoal: 50_00 });
    expect(pool).toMatchObject({
      status: 'open',
      isOwner: true,
      assignedCreator: { id: creator.id },
      pledgedAmount: 0,
    });
    expect(await site.pool(pool.id, creator)).toMatchObject({ isAssignedCreator: true });
  });

  it('two fans save their cards and pledge; nothing is charged', async () => {
    annasPledge = (await site.pledge(anna, pool, 30_00)).id;
    expect(await site.pool(pool.id)).toMatchObject({ status: 'open', pledgedAmount: 30_00, pledgedPercentage: 60 });
    bensPledge = (await site.pledge(ben, pool, 20_00, cards.insufficient)).id;
    expect(await site.pool(pool.id)).toMatchObject({
      status: 'goal_met',
      pledgedAmount: 50_00,
      pledgedPercentage: 100,
      currentAmount: 0,
      fanCount: 2,
    });
    expect(await site.sql`select 1 from payments`).toHaveLength(0);
  });

  it('the creator is notified once in the app and once by mail', async () => {
    expect((await kinds(creator)).filter((kind) => kind === 'goal_met')).toHaveLength(1);
    expect(
      (await subjects(creator)).filter((subject) => subject?.startsWith('A pool for you met its goal')),
    ).toHaveLength(1);
    const board = await creator.client.call(getCreatorDashboard);
    expect(board.requests.map(({ id }) => id)).toEqual([pool.id]);
  });

  it('the creator accepts: one card is charged, the other is declined', async () => {
    await site.accept(creator, pool, { floorCents: 40_00 });
    expect(await site.pledgeIs(anna, annasPledge, 'paid')).toMatchObject({ paidAt: expect.any(String) });
    const due = await site.pledgeIs(ben, bensPledge, 'notified');
    expect(due).toMatchObject({
      declineReason: expect.stringMatching(/^Your card has insufficient funds\./),
      dueAt: expect.any(String),
    });
    expect(await site.pool(pool.id)).toMatchObject({
      status: 'collecting',
      pledgedAmount: 50_00,
      currentAmount: 30_00,
      paidPercentage: 60,
    });
  });

  it('the fan with the declined card is notified, and dismissing the reminder pays nothing', async () => {
    const due = () => ben.client.call(listMyPledges, { query: { status: 'notified' } });
    expect(await due()).toMatchObject([{ id: bensPledge, poolTitle: pool.title, amount: 20_00, status: 'notified' }]);
    expect(await anna.client.call(listMyPledges, { query: { status: 'notified' } })).toEqual([]);
    expect(await kinds(ben)).toContain('payment_due');
    expect(await subjects(ben)).toContain('Payment due for your pledge · Fanfare');
    expect(await subjects(anna)).toContain('Receipt for your pledge · Fanfare');
    const dismissed = await ben.client.call(dismissPledge, { params: { id: bensPledge } });
    expect(dismissed).toMatchObject({ status: 'notified', dismissed: true });
    await expect(anna.client.call(payPledge, { params: { id: annasPledge }, body: {} })).rejects.toMatchObject({
      code: 'nothing_due',
    });
  });

  it('the fan pays on the hosted page and the pledge is paid', async () => {
    const { status, url } = await ben.client.call(payPledge, { params: { id: bensPledge }, body: {} });
    expect(status).toBe('notified');
    const page = await fetch(url ?? '');
    expect(await page.text()).toContain(site.app.driver.testNotice);
    await enterCard(url ?? '', cards.pays);
    await site.pledgeIs(ben, bensPledge, 'paid');
    expect(await site.poolIs(pool.id, 'in_production')).toMatchObject({ currentAmount: 50_00, paidPercentage: 100 });
    expect(await balance('clearing')).toBe(50_00 - 117 - 88);
    expect(await balance(`held:${pool.id}`)).toBe(-50_00);
  });

  it('the creator delivers a file, which fans cannot read before an admin approves it', async () => {
    const uploadIds = [await site.upload(creator, song, 'rain.mp3', 'audio/mpeg')];
    expect(await site.deliver(creator, pool, { uploadIds, text: 'La la la' })).toMatchObject({
      status: 'delivery_review',
    });
    expect(await site.read(anna, pool)).toEqual([]);
    await site.review(pool);
    await site.poolIs(pool.id, 'delivered', 'completed');
  });

  it('both contributors read the text and the file, whole and in ranges', async () => {
    for (const fan of [anna, ben]) {
      const [delivery] = await site.read(fan, pool);
      expect(delivery).toMatchObject({ text: 'La la la', files: [{ name: 'rain.mp3', sizeBytes: song.length }] });
      fileUrl = delivery?.files[0]?.url ?? '';
      const whole = Buffer.from(await (await fan.client.raw('GET', fileUrl)).arrayBuffer());
      const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
      expect(sha256(whole)).toBe(sha256(song));
      const part = await fan.client.raw('GET', fileUrl, { headers: { range: 'bytes=1000-1999' } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${song.length}`]);
      expect(Buffer.from(await part.arrayBuffer()).equals(song.subarray(1000, 2000))).toBe(true);
      expect(await kinds(fan)).toContain('delivered');
    }
  });

  it('only contributors, the creator and admins can read the file', async () => {
    const statusOf = async (who: Member | null, range?: string) => {
      const client = who?.client ?? site.app.client();
      return (await client.raw('GET', fileUrl, { headers: range ? { range } : {} })).status;
    };
    expect(await statusOf(stranger)).toBe(403);
    expect(await statusOf(stranger, 'bytes=0-9')).toBe(403);
    expect(await statusOf(null)).toBe(401);
    expect(await statusOf(null, 'bytes=0-9')).toBe(401);
    await expect(site.read(stranger, pool)).rejects.toMatchObject({ status: 403, code: 'content_locked' });
    await expect(site.app.client().call(getContent, { params: { id: pool.id } })).rejects.toMatchObject({
      status: 401,
    });
    await expect(stranger.client.call(getPledge, { params: { id: annasPledge } })).rejects.toMatchObject({
      status: 404,
    });
    expect(await statusOf(creator)).toBe(200);
    expect(await statusOf(site.admin)).toBe(200);
  });

  it('the quiet period ends automatically and the creator is paid, less fee and costs', async () => {
    const done = await site.poolIs(pool.id, 'completed');
    expect(done.events.map(({ to }) => to)).toEqual([
      'open',
      'goal_met',
      'accepted',
      'collecting',
      'in_production',
      'delivery_review',
      'delivered',
      'completed',
    ]);
    await site.app.settle();
    const fee = 2_50;
    const costs = 117 + 88;
    const net = 50_00 - fee - costs;
    const { payouts } = await creator.client.call(listCreatorPayouts);
    expect(payouts).toMatchObject([{ poolId: pool.id, amountCents: net, status: 'paid' }]);
    const { earnings } = await creator.client.call(getCreatorDashboard);
    expect(earnings).toEqual({ balanceCents: 0, debtCents: 0, inTransitCents: 0, paidOutCents: net, heldCents: 0 });
    expect(await balance(`held:${pool.id}`)).toBe(0);
    expect(await balance(`creator_payable:${creator.id}`)).toBe(0);
    expect(await balance('platform_fees')).toBe(-fee);
    expect(await balance('processor_costs')).toBe(0);
    expect(await balance('clearing')).toBe(fee);
    const mails = await readOutbox(site.app, creator.email);
    const mail = mails.find(({ subject }) => subject === 'We sent your payout · Fanfare');
    for (const text of [`for “${pool.title}”`, pool.id]) expect(mail?.text).toContain(text);
    const [transfer] = await site.sql<{ description: string | null }[]>`
      select description from sandbox.payouts where account_id like ${`%${creator.id}`} limit 1`;
    if (site.app.context.cards.name === 'sandbox')
      expect(transfer?.description).toBe(`${pool.title} (pool ${pool.id})`);
    // Contributors keep access.
    expect((await ben.client.raw('GET', fileUrl, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
  });
});
