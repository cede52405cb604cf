import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { payPledge } from '#contract/pledges/pledges.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { endSetup } from '#server/pledges/setup/end-setup.ts';
import { applyPoolDeadline } from '#server/pools/lifecycle/apply-pool-deadline.ts';
import type { TestApp } from '#testing/app.ts';
import { submitCard } from '#testing/card-driver/hosted-page.ts';
import type { Person } from '#testing/insert-person.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';
import { faultsOf, SimulatedCrash } from '#testing/sandbox-faults.ts';

// Webhooks are late, lost or twice, and the processor does not always answer. What a fan did before a deadline counts.
describe.each([1, 2])('on %s nodes', (nodes) => {
  let stage: PledgeStage;
  let apps: TestApp[];

  beforeAll(async () => {
    stage = await PledgeStage.open({ DATABASE_POOL: '6', PAYMENT_WINDOW: 'P7D' }, undefined, { processor: 'sandbox' });
    apps = [stage.app];
    if (nodes === 2) apps.push(await stage.addNode({ DATABASE_POOL: '6' }));
  });
  afterEach(() => {
    for (const app of apps) faultsOf(app.context).clear();
  });
  afterAll(() => stage.close());

  const loseWebhooks = () => {
    for (const app of apps) faultsOf(app.context).webhooks = 'drop';
  };
  const chargesOf = async (ids: readonly string[]) => {
    const charges = await stage.app.driver.chargesByPledge(stage.context);
    return ids.map((id) => charges.get(id) ?? 0);
  };

  /** Lets the deadline of this column pass on every node at once. */
  async function passDeadline(poolId: string, column: 'payment_due_at' | 'deadline'): Promise<void> {
    await stage.sql.unsafe(
      `update pools set ${column} = now() - interval '1 ms', clock_at = now() - interval '1 ms' where id = '${poolId}'`,
    );
    await stage.sql`update pledges set due_at = now() - interval '1 ms' where pool_id = ${poolId} and status = 'notified'`;
    await actAll(poolId);
  }

  async function actAll(poolId: string): Promise<void> {
    await Promise.all(apps.map(({ context }) => applyPoolDeadline(context, poolId)));
    await stage.settle();
  }

  /** A pool that collects: two fans have paid, and the given number of fans have an open payment page. */
  async function collecting(due: number): Promise<{ poolId: string; fans: Person[]; ids: string[]; urls: string[] }> {
    const paying = [{ cents: 20_00 }, { cents: 20_00 }];
    const failing = Array.from({ length: due }, () => ({ cents: 20_00, card: cards.insufficient }));
    const { poolId, fans, pledges } = await stage.collected([...paying, ...failing], { floorCents: 50_00 });
    const unpaid = fans.slice(2);
    const ids = pledges.slice(2).map(({ id }) => id);
    const urls = await Promise.all(
      unpaid.map(async (fan, n) => {
        const { url } = await fan.client.call(payPledge, { params: { id: ids[n] ?? '' } });
        if (!url) throw new Error('no payment page');
        return url;
      }),
    );
    return { poolId, fans: unpaid, ids, urls };
  }

  const statuses = (fans: Person[], ids: string[]) =>
    Promise.all(fans.map(async (fan, n) => (await stage.get(fan, ids[n] ?? '')).status));

  it('counts every payment that was made before the end of the payment window', async () => {
    const { poolId, fans, ids, urls } = await collecting(3);
    loseWebhooks();
    await Promise.all(urls.slice(0, 2).map((url) => submitCard(url)));
    await passDeadline(poolId, 'payment_due_at');
    expect(await statuses(fans, ids)).toEqual(['paid', 'paid', 'dropped']);
    expect(await stage.pool(poolId)).toMatchObject({ status: 'in_production', currentAmount: 80_00 });
    // The page of the dropped pledge is closed.
    expect((await submitCard(urls[2] ?? '')).status).toBeGreaterThanOrEqual(400);
    await reconcile(stage.context, { olderThanMs: 0 });
    await stage.settle();
    expect(await chargesOf(ids)).toEqual([1, 1, 0]);
    expect(await statuses(fans, ids)).toEqual(['paid', 'paid', 'dropped']);
  });

  it('does not fall short because of payments that it has not heard of', async () => {
    const { poolId, urls } = await collecting(1);
    loseWebhooks();
    await submitCard(urls[0] ?? '');
    await passDeadline(poolId, 'payment_due_at');
    const { status, events } = await stage.pool(poolId);
    expect([status, events.some(({ to }) => to === 'shortfall')]).toEqual(['in_production', false]);
  });

  it.each(['closeSession', 'lookUpCharge'] as const)('waits, and warns, while %s gets no answer', async (call) => {
    const { poolId, fans, ids, urls } = await collecting(2);
    loseWebhooks();
    await submitCard(urls[0] ?? '');
    for (const app of apps) faultsOf(app.context).plan(call, 'unreachable', 1000);
    await passDeadline(poolId, 'payment_due_at');
    expect(await stage.pool(poolId)).toMatchObject({ status: 'collecting' });
    const waiting = await stage.sql`select status from pledges where id = any(${ids}::uuid[]) and status = 'notified'`;
    expect(waiting.length).toBeGreaterThan(0);
    for (const app of apps) faultsOf(app.context).clear();
    loseWebhooks();
    await actAll(poolId);
    expect(await stage.pool(poolId)).toMatchObject({ status: 'in_production', currentAmount: 60_00 });
    expect(await statuses(fans, ids)).toEqual(['paid', 'dropped']);
  });

  it.each([
    ['closeSession', 'crash_before'],
    ['closeSession', 'crash_after'],
    ['lookUpCharge', 'crash_after'],
  ] as const)('decides the same when the process dies at %s (%s)', async (call, fault) => {
    const { poolId, fans, ids, urls } = await collecting(2);
    loseWebhooks();
    await submitCard(urls[1] ?? '');
    await stage.sql`update pools set payment_due_at = now(), clock_at = now() where id = ${poolId}`;
    await stage.sql`update pledges set due_at = now() where pool_id = ${poolId} and status = 'notified'`;
    faultsOf(stage.app.context).plan(call, fault);
    await expect(applyPoolDeadline(stage.context, poolId)).rejects.toBeInstanceOf(SimulatedCrash);
    expect(await stage.pool(poolId)).toMatchObject({ status: 'collecting' });
    await actAll(poolId);
    expect(await statuses(fans, ids)).toEqual(['dropped', 'paid']);
    expect(await chargesOf(ids)).toEqual([0, 1]);
  });

  it('counts a card that was saved before the funding deadline', async () => {
    const pool = await stage.newPool(50_00);
    const [first, second] = [await stage.fan(), await stage.fan()];
    await stage.pledge(first, pool.id, 30_00);
    const { pledge, setup } = await stage.post(second, pool.id, 20_00);
    loseWebhooks();
    await stage.checkout(setup?.url);
    for (const app of apps) faultsOf(app.context).plan('lookUpSetup', 'unreachable', 1000);
    await passDeadline(pool.id, 'deadline');
    expect((await stage.pool(pool.id)).status).toBe('open');
    for (const app of apps) faultsOf(app.context).clear();
    await actAll(pool.id);
    expect(await stage.pool(pool.id)).toMatchObject({ status: 'goal_met', pledgedAmount: 50_00 });
    expect((await stage.get(second, pledge.id)).status).toBe('pledged');
  });

  it('counts all cards that were saved before the funding deadline of an accepted pool', async () => {
    const pool = await stage.newPool(50_00);
    const fans = await Promise.all([stage.fan(), stage.fan(), stage.fan(), stage.fan()]);
    await stage.accept(pool.id);
    const posted = await Promise.all(fans.map((fan) => stage.post(fan, pool.id, 30_00)));
    loseWebhooks();
    await Promise.all(posted.slice(1).map(({ setup }) => stage.checkout(setup?.url)));
    await passDeadline(pool.id, 'deadline');
    const ids = posted.map(({ pledge }) => pledge.id);
    expect(await statuses(fans, ids)).toEqual(['released', 'paid', 'paid', 'paid']);
    expect(await stage.pool(pool.id)).toMatchObject({ status: 'in_production', currentAmount: 90_00 });
  });

  it('ends at the funding deadline without asking about pages that cannot change the outcome', async () => {
    const pool = await stage.newPool(50_00);
    const fan = await stage.fan();
    const { pledge } = await stage.post(fan, pool.id, 20_00);
    for (const app of apps) faultsOf(app.context).plan('lookUpSetup', 'unreachable', 1000);
    await passDeadline(pool.id, 'deadline');
    expect((await stage.pool(pool.id)).status).toBe('expired');
    for (const app of apps) faultsOf(app.context).clear();
    expect((await stage.get(fan, pledge.id)).status).toBe('released');
  });

  it('counts a card that was saved before the end of the set-up window', async () => {
    const pool = await stage.newPool(50_00);
    const fan = await stage.fan();
    const { pledge, setup } = await stage.post(fan, pool.id, 20_00);
    loseWebhooks();
    // The server asks the processor now, and remembers for a second that it did.
    await stage.get(fan, pledge.id);
    await stage.checkout(setup?.url);
    await stage.sql`update pledges set setup_due_at = now() where id = ${pledge.id}`;
    for (const app of apps) faultsOf(app.context).plan('lookUpSetup', 'unreachable', 1000);
    await Promise.all(apps.map(({ context }) => endSetup(context, pledge.id)));
    const [waiting] = await stage.sql`select status from pledges where id = ${pledge.id}`;
    expect(waiting).toEqual({ status: 'setup_pending' });
    for (const app of apps) faultsOf(app.context).clear();
    await Promise.all(apps.map(({ context }) => endSetup(context, pledge.id)));
    await stage.settle();
    expect((await stage.get(fan, pledge.id)).status).toBe('pledged');
  });

  it('keeps a late pledge that was paid before its window ended', async () => {
    const { poolId } = await stage.collected([{ cents: 50_00 }], { allowLatePledges: true });
    await stage.deliver(poolId);
    const [payer, other] = [await stage.fan(), await stage.fan()];
    const [paid, unpaid] = [await stage.post(payer, poolId, 20_00), await stage.post(other, poolId, 20_00)];
    loseWebhooks();
    await stage.checkout(paid.setup?.url);
    const ids = [paid.pledge.id, unpaid.pledge.id];
    await stage.sql`update pledges set setup_due_at = now() where id = any(${ids}::uuid[])`;
    await Promise.all(apps.flatMap(({ context }) => ids.map((id) => endSetup(context, id))));
    await stage.settle();
    expect(await statuses([payer, other], ids)).toEqual(['paid', 'released']);
    expect((await submitCard(unpaid.setup?.url ?? '')).status).toBeGreaterThanOrEqual(400);
    expect(await chargesOf(ids)).toEqual([1, 0]);
  });
});
