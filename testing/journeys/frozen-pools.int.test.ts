import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getHealth } from '#contract/admin/health.ts';
import { actOnPool } from '#contract/admin/moderation.ts';
import { getAdminMoney } from '#contract/admin/money.ts';
import { refundPayment } from '#contract/admin/refunds.ts';
import { payPledge, pledgeToPool } from '#contract/pledges/pledges.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { waitingInvariants } from '#server/pools/check-pools.ts';
import { sweepWaitingPools } from '#server/pools/lifecycle/sweep-waiting-pools.ts';
import { waitingLimits } from '#server/pools/list-waiting.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { submitCard } from '#testing/card-driver/hosted-page.ts';
import { type CreatorMember, cards, HttpSite, type Member } from './http-site.ts';

/** A freeze at the card processor, the actions that admins still have, and the end of a freeze that they forget. */
let site: HttpSite;
let second: TestApp;
let owner: Member;
let anna: Member;
let ben: Member;
let creator: CreatorMember;

beforeAll(async () => {
  site = await HttpSite.open({}, 'none', { choice: { processor: 'sandbox', webhooks: 'sent' } });
  second = await startTestApp({ beside: site.app });
  owner = await site.member('owner');
  creator = await site.creator();
  const [one, two] = await site.crowd(2, 'pays');
  if (!one || !two) throw new Error('the crowd is empty');
  [anna, ben] = [one, two];
});
afterAll(async () => {
  await second.close();
  await site.close();
});

const act = (pool: Pool, action: 'freeze' | 'unfreeze' | 'remove') =>
  site.admin.client.call(actOnPool, { params: { id: pool.id }, body: { action, reason: 'Looked at' } });
const chargesOf = async (pledgeId: string) => {
  const rows = await site.sql<{ status: string }[]>`
    select c.status from sandbox.charges c join payments y on y.idempotency_key = c.reference
    where y.subject = ${`pledge:${pledgeId}`} order by c.status`;
  return rows.map(({ status }) => status);
};
const sweepBoth = async () => {
  await Promise.all([sweepWaitingPools(site.app.context), sweepWaitingPools(second.context)]);
  await site.app.settle();
  await second.settle();
};
/** A pool that collects: Anna has paid $20, and $30 of Ben are due. */
async function collecting() {
  const { pool, pledges } = await site.funded(owner, creator, [
    { who: anna, cents: 20_00 },
    { who: ben, cents: 30_00, card: cards.insufficient },
  ]);
  return { pool, annas: pledges[0]?.id ?? '', bens: pledges[1]?.id ?? '' };
}
const pay = (pledgeId: string) => ben.client.call(payPledge, { params: { id: pledgeId }, body: {} });

describe('a freeze', () => {
  it('closes open payment pages, and lets the fan pay on another one afterward', async () => {
    const { pool, bens } = await collecting();
    const { url = '' } = await pay(bens);
    await act(pool, 'freeze');
    await site.app.settle();
    expect((await submitCard(url)).status).toBeGreaterThanOrEqual(400);
    await site.app.settle();
    expect(await chargesOf(bens)).not.toContain('succeeded');
    await site.pledgeIs(ben, bens, 'notified');
    await act(pool, 'unfreeze');
    const next = await pay(bens);
    await submitCard(next.url ?? '');
    await site.pledgeIs(ben, bens, 'paid');
  });

  it('keeps a payment that the processor took first, and holds it', async () => {
    const { pool, bens } = await collecting();
    const { url = '' } = await pay(bens);
    await submitCard(url);
    await act(pool, 'freeze');
    await site.app.settle();
    await site.pledgeIs(ben, bens, 'paid');
    expect(await site.pool(pool.id)).toMatchObject({ status: 'collecting', frozen: true, currentAmount: 50_00 });
    await act(pool, 'remove');
    await site.app.settle();
    await site.pledgeIs(ben, bens, 'refunded');
  });

  it('closes open set-up pages, and the fan can save a card afterward', async () => {
    const [fan] = await site.crowd(1);
    if (!fan) throw new Error('the crowd is empty');
    const pool = await site.newPool(owner, creator);
    const body = { amountCents: 10_00, requestKey: crypto.randomUUID() };
    const open = () => fan.client.call(pledgeToPool, { params: { poolId: pool.id }, body });
    const { pledge, setup } = await open();
    await act(pool, 'freeze');
    await site.app.settle();
    expect((await submitCard(setup?.url ?? '')).status).toBeGreaterThanOrEqual(400);
    await act(pool, 'unfreeze');
    const again = await open();
    await submitCard(again.setup?.url ?? '');
    await site.pledgeIs(fan, pledge.id, 'pledged');
  });

  it('is no obstacle to removing the pool, which charges no other card', async () => {
    const pool = await site.newPool(owner, creator, { fundingGoal: 20_00 });
    const pledges: string[] = [];
    for (const who of [anna, ben]) pledges.push((await site.pledgeWithSavedCard(who, pool, 10_00)).pledge.id);
    await site.accept(creator, pool);
    await act(pool, 'freeze');
    await site.app.settle();
    const charged = (await Promise.all(pledges.map(chargesOf)))
      .flat()
      .filter((status) => status === 'succeeded').length;
    await act(pool, 'remove');
    await site.app.settle();
    await second.settle();
    for (const [index, who] of [anna, ben].entries())
      await site.pledgeIs(who, pledges[index] ?? '', 'released', 'refunded');
    expect((await Promise.all(pledges.map(chargesOf))).flat().filter((status) => status === 'succeeded')).toHaveLength(
      charged,
    );
    expect(await site.pool(pool.id)).toMatchObject({ status: 'removed', frozen: false, currentAmount: 0 });
  });

  it('is no obstacle to a refund by an admin', async () => {
    const { pool, annas } = await collecting();
    await act(pool, 'freeze');
    const [payment] = await site.sql<
      { id: string }[]
    >`select id from payments where subject = ${`pledge:${annas}`} and status = 'succeeded'`;
    const body = { requestKey: crypto.randomUUID(), amountCents: 20_00, reason: 'Asked for it' };
    await site.admin.client.call(refundPayment, { params: { id: payment?.id ?? '' }, body });
    await site.app.settle();
    await site.pledgeIs(anna, annas, 'refunded');
    expect((await site.pool(pool.id)).frozen).toBe(true);
    await act(pool, 'remove');
  });
});

describe('a pool that waits for an admin', () => {
  const waitingLine = async () => {
    const { checks } = await site.admin.client.call(getHealth);
    return checks.find(({ id }) => id === 'waiting');
  };

  it('is reported, and refunds everyone at the end of the longest freeze, once on two nodes', async () => {
    const { pool, annas, bens } = await collecting();
    await act(pool, 'freeze');
    await sweepBoth();
    expect((await waitingLine())?.state).toBe('ok');
    await site.sql`update pools set frozen_at = frozen_at - interval '30 days' where id = ${pool.id}`;
    const before = await site.admin.client.call(getAdminMoney);
    expect(before.waitingPools).toBe(1);
    expect(before.urgentCount).toBeGreaterThanOrEqual(1);
    await sweepBoth();
    await sweepBoth();
    const reminders = (await site.noticesOf(site.admin)).filter(({ kind }) => kind === 'pool_waits');
    expect(reminders).toHaveLength(1);
    expect(reminders[0]?.title).toBe('A pool is still frozen');
    expect(await waitingLine()).toMatchObject({ state: 'warning', message: expect.stringContaining('1 frozen pool') });
    await site.sql`update pools set frozen_at = frozen_at - interval '16 days' where id = ${pool.id}`;
    await sweepBoth();
    expect(await site.pool(pool.id)).toMatchObject({ status: 'refunded', frozen: false, currentAmount: 0 });
    await site.pledgeIs(anna, annas, 'refunded');
    await site.pledgeIs(ben, bens, 'released');
    expect((await waitingLine())?.state).toBe('ok');
  });

  it('has the whole time from the upgrade on if it waited before there was a limit', async () => {
    const { pool } = await collecting();
    await act(pool, 'freeze');
    await site.sql`
      update pools set frozen_at = frozen_at - interval '400 days', wait_limited_from = clock_timestamp() - interval '1 day'
      where id = ${pool.id}`;
    await sweepBoth();
    expect((await site.pool(pool.id)).frozen).toBe(true);
    expect(await waitingLine()).toMatchObject({ state: 'warning', message: expect.stringContaining('1 frozen pool') });
    await site.sql`update pools set wait_limited_from = wait_limited_from - interval '45 days' where id = ${pool.id}`;
    await sweepBoth();
    expect((await site.pool(pool.id)).status).toBe('refunded');
  });

  it('fails the check while it waits for longer than the card processor holds its money', async () => {
    const { pool } = await collecting();
    await act(pool, 'freeze');
    const lateWith = async (holdMs: number) => {
      const limits = { ...waitingLimits(site.app.context), holdMs, processors: ['sandbox'] };
      const checked = await checkInvariants(site.sql, waitingInvariants(limits));
      return checked.flatMap(({ name, rows }) => rows.map((row) => ({ name, id: (row as { id: string }).id })));
    };
    expect(await lateWith(60 * 60_000)).toEqual([]);
    // Beyond the hour that the sweep may be late, so that the payment is too old already.
    const over = -2 * 60 * 60_000;
    expect(await lateWith(over)).toEqual([
      { name: 'no pool waits for an admin for longer than the card processor holds its money', id: pool.id },
    ]);
    await act(pool, 'remove');
    await site.app.settle();
    expect(await lateWith(over)).toEqual([]);
  });

  it('refunds everyone if no admin reviews the delivery', async () => {
    const { pool, pledges } = await site.funded(owner, creator, [{ who: anna, cents: 20_00 }]);
    await site.deliver(creator, pool);
    await site.sql`update pools set delivery_paused_at = delivery_paused_at - interval '13 days' where id = ${pool.id}`;
    await sweepBoth();
    expect((await site.pool(pool.id)).status).toBe('delivery_review');
    await site.sql`update pools set delivery_paused_at = delivery_paused_at - interval '1 day' where id = ${pool.id}`;
    await sweepBoth();
    expect(await site.pool(pool.id)).toMatchObject({ status: 'refunded', currentAmount: 0 });
    await site.pledgeIs(anna, pledges[0]?.id ?? '', 'refunded');
  });
});
