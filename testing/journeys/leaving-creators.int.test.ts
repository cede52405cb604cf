import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { getDispute, submitEvidence } from '#contract/admin/disputes.ts';
import { deleteAdminUser } from '#contract/admin/users.ts';
import { setLatePledges } from '#contract/contributors.ts';
import { getPledge, pledgeToPool } from '#contract/pledges/pledges.ts';
import { getPool, type Pool } from '#contract/pools/pools.ts';
import { deleteAccount, exportPath } from '#contract/settings.ts';
import { accountInvariants } from '#server/accounts/check-accounts.ts';
import type { SandboxProcessor } from '#server/money/sandbox/sandbox-processor.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { lockWaits } from '#testing/lock-waits.ts';
import { unzip } from '#testing/zip.ts';
import { type CreatorMember, enterCard, HttpSite, type Member, password } from './http-site.ts';

/** Creators and fans of completed pools who delete their accounts while late fans can still pay, or before a bank decides. */
let site: HttpSite;
let owner: Member;
beforeAll(async () => {
  site = await HttpSite.open({ RATE_LIMITS: 'off' });
  owner = await site.member('owner');
});
afterAll(() => site.close());

const leave = ({ client }: Member) => client.call(deleteAccount, { body: { password } });
const removeByAdmin = ({ id }: Member) =>
  site.admin.client.call(deleteAdminUser, { params: { id }, body: { reason: 'Asked for by mail' } });
const setLate = ({ client }: Pick<Member, 'client'>, { id }: Pool, allowed: boolean) =>
  client.call(setLatePledges, { params: { id }, body: { allowed } });
const pledgeLate = (fan: Member, { id }: Pool, more: { useSavedCard?: boolean } = {}) =>
  fan.client.call(pledgeToPool, {
    params: { poolId: id },
    body: { amountCents: 10_00, requestKey: randomUUID(), ...more },
  });
const noticesAbout = async (fan: Member) =>
  (await site.noticesOf(fan)).map(({ kind, title, body }) => ({ kind, title, body }));

async function delivered(): Promise<{ maker: CreatorMember; first: Member; pool: Pool; pledgeId: string }> {
  const [maker, first] = [await site.creator(), await site.member('first')];
  const { pool, pledges } = await site.funded(owner, maker, [{ who: first, cents: 20_00 }]);
  await site.deliver(maker, pool);
  await site.review(pool);
  await setLate(maker, pool, true);
  return { maker, first, pool: await site.poolIs(pool.id, 'delivered'), pledgeId: pledges[0]?.id ?? '' };
}

/** A completed pool whose creator was paid, and which takes late pledges. */
async function completed() {
  const one = await delivered();
  await site.letTimePass(one.pool);
  await site.poolIs(one.pool.id, 'completed');
  await site.app.settle();
  return one;
}

/** A late fan on the payment page. */
async function fanOnPage(pool: Pool) {
  const fan = await site.member('late');
  const { pledge, setup } = await pledgeLate(fan, pool);
  return { fan, pledgeId: pledge.id, url: setup?.url ?? '' };
}

/** Every payout to the creator arrived, and nothing more is due in either direction. */
async function expectNothingDue({ id }: Member, payouts = 1): Promise<void> {
  const rows = await site.sql<{ status: string }[]>`select status from payouts where user_id = ${id}`;
  expect(rows.map(({ status }) => status)).toEqual(Array(payouts).fill('paid'));
  const accounts = [`creator_payable:${id}`, `creator_debt:${id}`];
  const [owed] = await site.sql<{ cents: number }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries where account = any(${accounts})`;
  expect(owed?.cents).toBe(0);
}

const statusOf = async (fan: Member, id: string) => (await fan.client.call(getPledge, { params: { id } })).status;
const paymentsOf = async (pledgeId: string) => [
  ...(await site.sql`
    select status, refunded_cents from payments where subject = ${`pledge:${pledgeId}`} order by attempt`),
];

describe('a creator who deletes the account', () => {
  it('closes their completed pools to late fans: pages close, fans are told, and new pledges are refused', async () => {
    const { maker, first, pool } = await completed();
    const { fan, pledgeId, url } = await fanOnPage(pool);
    await leave(maker);
    expect(await statusOf(fan, pledgeId)).toBe('released');
    expect(await noticesAbout(fan)).toContainEqual({
      kind: 'pledge_dropped',
      title: 'Your pledge was released',
      body: expect.stringContaining('deleted their account, so the pool takes no more pledges.'),
    });
    await enterCard(url).catch(() => undefined);
    await site.app.settle();
    expect(await paymentsOf(pledgeId)).toEqual([{ status: 'failed', refundedCents: 0 }]);
    const stranger = await site.member('stranger');
    await site.giveCard(stranger.id, 'pays');
    for (const late of [() => pledgeLate(fan, pool), () => pledgeLate(stranger, pool, { useSavedCard: true })]) {
      await expect(late()).rejects.toMatchObject({ status: 409, code: 'pool_closed' });
    }
    expect(await first.client.call(getPool, { params: { id: pool.id } })).toMatchObject({
      ...{ status: 'completed', hasAccess: true, allowsLatePledges: false, currentAmount: 20_00 },
    });
    await expectNothingDue(maker);
  });

  it('releases a late pledge that was open when the creator closed the pool', async () => {
    const { maker, pool } = await completed();
    const { fan, pledgeId } = await fanOnPage(pool);
    await setLate(maker, pool, false);
    await leave(maker);
    expect(await statusOf(fan, pledgeId)).toBe('released');
    await expectNothingDue(maker);
  });

  it('leaves everything as it was when the deletion fails in its last step', async () => {
    const { maker, pool } = await completed();
    const { fan, pledgeId, url } = await fanOnPage(pool);
    let fails = true;
    site.app.context.facts.within('user.left', async (_tx, { userId }) => {
      if (fails && userId === maker.id) throw new Error('the server dies');
    });
    await expect(leave(maker)).rejects.toMatchObject({ status: 500 });
    fails = false;
    await site.app.settle();
    expect(await site.pool(pool.id)).toMatchObject({ allowsLatePledges: true });
    await enterCard(url);
    await site.app.settle();
    expect(await statusOf(fan, pledgeId)).toBe('paid');
    await leave(maker);
    await expectNothingDue(maker, 2);
  });

  it('waits while a fan’s bank decides about a payment that was never released', async () => {
    const { maker, pool, pledgeId } = await delivered();
    const { bank } = site.app.context.cards as SandboxProcessor;
    const [row] = await site.sql<{ ref: string }[]>`
      select processor_ref as ref from payments where subject = ${`pledge:${pledgeId}`} and status = 'succeeded'`;
    const { disputeRef } = await bank.dispute(row?.ref ?? '');
    await site.app.settle();
    await site.letTimePass(pool);
    await site.poolIs(pool.id, 'completed');
    await expect(leave(maker)).rejects.toMatchObject({
      ...{ status: 409, code: 'account_in_use' },
      message: 'A fan’s bank is looking into a payment for “A song about rain”. Try again when it has decided.',
    });
    await bank.decide(disputeRef, 'won');
    await site.app.settle();
    await site.app.settle();
    await leave(maker);
    await expectNothingDue(maker);
  });

  it('waits while a second dispute decides about the rest of a partly lost payment', async () => {
    const { maker, pool, pledgeId } = await delivered();
    const { bank } = site.app.context.cards as SandboxProcessor;
    const [row] = await site.sql<{ ref: string }[]>`
      select processor_ref as ref from payments where subject = ${`pledge:${pledgeId}`} and status = 'succeeded'`;
    const first = await bank.dispute(row?.ref ?? '', 5_00);
    await bank.decide(first.disputeRef, 'lost');
    await site.app.settle();
    const second = await bank.dispute(row?.ref ?? '', 4_00);
    await site.app.settle();
    await site.letTimePass(pool);
    await site.poolIs(pool.id, 'completed');
    await expect(leave(maker)).rejects.toMatchObject({ status: 409, code: 'account_in_use' });
    await bank.decide(second.disputeRef, 'won');
    await site.app.settle();
    await site.app.settle();
    await leave(maker);
    await expectNothingDue(maker);
  });
});

describe('during the deletion of a creator’s account', () => {
  /** Runs the acts one after another. Each waits for the pool's lock or for an earlier act before the next one starts. */
  async function inOrder(pool: Pool, acts: (() => Promise<unknown>)[]): Promise<PromiseSettledResult<unknown>[]> {
    const running: Promise<unknown>[] = [];
    await site.sql.begin(async (tx) => {
      await tx`select 1 from pools where id = ${pool.id} for update`;
      for (const act of acts) {
        running.push(act());
        running.at(-1)?.catch(() => undefined);
        await lockWaits(tx, running.length);
      }
    });
    return Promise.allSettled(running);
  }
  const payOn = (url: string) => async () => {
    await enterCard(url);
    await site.app.settle();
  };

  it('a late payment that is booked after it is refunded', async () => {
    const { maker, pool } = await completed();
    const { fan, pledgeId, url } = await fanOnPage(pool);
    const [left] = await inOrder(pool, [() => leave(maker), payOn(url)]);
    expect(left).toMatchObject({ status: 'fulfilled' });
    await site.app.settle();
    await site.app.settle();
    expect(await statusOf(fan, pledgeId)).toBe('refunded');
    expect(await paymentsOf(pledgeId)).toEqual([{ status: 'succeeded', refundedCents: 10_00 }]);
    expect((await noticesAbout(fan)).map(({ kind }) => kind)).toContain('refunded');
    await expectNothingDue(maker);
  });

  it('a late payment that is booked first goes to the creator, or back to the fan', async () => {
    const { maker, pool } = await completed();
    const { fan, pledgeId, url } = await fanOnPage(pool);
    // The payment needs the creator's row, and the deletion needs the pool's, so PostgreSQL may end one of them, which is then repeated.
    const [, left] = await inOrder(pool, [payOn(url), () => leave(maker)]);
    await site.app.settle();
    await site.app.settle();
    const isGone = left?.status === 'fulfilled';
    if (!isGone) expect(left).toMatchObject({ reason: { status: 409, code: 'account_in_use' } });
    const status = await statusOf(fan, pledgeId);
    expect(['paid', 'refunded']).toContain(status);
    const { length: payouts } = await site.sql`select from payouts where user_id = ${maker.id}`;
    expect(payouts).toBe(status === 'paid' ? 2 : 1);
    await expectNothingDue(maker, payouts);
    if (!isGone) await leave(maker);
  });

  it('a late pledge that begins is refused, and nothing is charged', async () => {
    const { maker, pool } = await completed();
    const fan = await site.member('late');
    await site.giveCard(fan.id, 'pays');
    const [left, pledged] = await inOrder(pool, [
      () => leave(maker),
      () => pledgeLate(fan, pool, { useSavedCard: true }),
    ]);
    expect(left).toMatchObject({ status: 'fulfilled' });
    expect(pledged).toMatchObject({ status: 'rejected', reason: { status: 409, code: 'pool_closed' } });
    await site.app.settle();
    expect(await site.sql`select 1 from payments where user_id = ${fan.id}`).toHaveLength(0);
    await expectNothingDue(maker);
  });

  it.each([
    ['by the creator', leave],
    ['by an admin', removeByAdmin],
  ])('%s, another session of the creator cannot open the pool again', async (_by, remove) => {
    const { maker, pool } = await completed();
    await setLate(maker, pool, false);
    const session = { client: site.app.client() };
    await session.client.call(login, { body: { email: maker.email, password } });
    const [left, opened] = await inOrder(pool, [() => remove(maker), () => setLate(session, pool, true)]);
    expect(left).toMatchObject({ status: 'fulfilled' });
    expect(opened).toMatchObject({ status: 'rejected', reason: { status: 401, code: 'not_signed_in' } });
    await expect(pledgeLate(await site.member('late'), pool)).rejects.toMatchObject({ code: 'pool_closed' });
  });

  it('either a late fan pays before it, or gets the money back, in any order', async () => {
    const { maker, pool } = await completed();
    const pages = await Promise.all([1, 2, 3, 4].map(() => fanOnPage(pool)));
    const buyer = await site.member('buyer');
    await site.giveCard(buyer.id, 'pays');
    const results = await Promise.allSettled([
      ...pages.slice(0, 2).map(({ url }) => payOn(url)()),
      pledgeLate(buyer, pool, { useSavedCard: true }),
      leave(maker),
      ...pages.slice(2).map(({ url }) => payOn(url)()),
    ]);
    await site.app.settle();
    await site.app.settle();
    const [row] = await site.sql<{ deletedAt: Date | null }[]>`select deleted_at from users where id = ${maker.id}`;
    expect(row?.deletedAt !== null).toBe(results[3]?.status === 'fulfilled');
    const late = await site.sql<{ status: string; payments: string[] }[]>`
      select p.status, array(select y.status from payments y where y.subject = 'pledge:' || p.id) as payments
      from pledges p where p.pool_id = ${pool.id}`;
    const { length: paid } = late.filter(({ status }) => status === 'paid');
    // The pool's own payout, and one for each late fan who paid.
    await expectNothingDue(maker, paid);
    const over = ['paid', 'released', 'refunded', ...(row?.deletedAt ? ['setup_pending'] : [])];
    expect(late.map(({ status }) => status).filter((status) => !over.includes(status))).toEqual([]);
    if (!row?.deletedAt) await leave(maker);
  });
});

describe('the bank of a fan who deletes their account', () => {
  const bank = () => (site.app.context.cards as SandboxProcessor).bank;
  const admin = () => site.admin.client;
  const broken = async () =>
    (await checkInvariants(site.sql, accountInvariants)).flatMap(({ rows }) => rows as object[]);

  async function dispute(pledgeId: string): Promise<{ id: string; disputeRef: string }> {
    const [row] = await site.sql<{ ref: string }[]>`
      select processor_ref as ref from payments where subject = ${`pledge:${pledgeId}`} and status = 'succeeded'`;
    const { disputeRef } = await bank().dispute(row?.ref ?? '');
    await site.app.settle();
    const [disputeRow] = await site.sql<{ id: string }[]>`select id from disputes where processor_ref = ${disputeRef}`;
    return { id: disputeRow?.id ?? '', disputeRef };
  }

  it('may dispute the payment later, and gets evidence without their name', async () => {
    const { first, pledgeId } = await completed();
    await leave(first);
    const { id, disputeRef } = await dispute(pledgeId);
    expect(await site.sql`select status from pledges where id = ${pledgeId}`).toEqual([{ status: 'disputed' }]);
    expect(await broken()).toEqual([]);
    const { evidence } = await admin().call(submitEvidence, { params: { id } });
    expect(evidence).toMatchObject({ customerName: null, customerEmail: null });
    expect(evidence?.receipt).toContain('Account deleted: ');
    await bank().decide(disputeRef, 'won');
    await site.app.settle();
    expect(await broken()).toEqual([]);
  });

  it('got their name, which the export contains and the deletion removes', async () => {
    const { first, pledgeId } = await completed();
    const { id, disputeRef } = await dispute(pledgeId);
    await admin().call(submitEvidence, { params: { id } });
    await site.app.settle();
    const files = unzip(Buffer.from(await (await first.client.raw('GET', exportPath)).arrayBuffer()));
    const paidBy = expect.stringContaining(`Paid by: ${first.username}, ${first.email}`);
    expect(JSON.parse(String(files.get('disputes.json')))).toMatchObject([
      { customerName: first.username, customerEmail: first.email, receipt: paidBy },
    ]);
    await bank().decide(disputeRef, 'lost');
    await site.app.settle();
    await leave(first);
    expect(await broken()).toEqual([]);
    const { evidence, evidenceSent } = await admin().call(getDispute, { params: { id } });
    expect(evidenceSent).toBe(true);
    expect(evidence?.receipt).toContain('Amount: $20.00');
    expect(JSON.stringify(evidence)).not.toContain(first.username);
  });
});
