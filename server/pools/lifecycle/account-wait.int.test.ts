import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listNotifications } from '#contract/notifications.ts';
import { payPledge, withdrawPledge } from '#contract/pledges/pledges.ts';
import { ProcessorFault } from '#server/money/card-processor.ts';
import { refreshPayoutAccount } from '#server/money/payouts/refresh-payout-account.ts';
import { withProcessors } from '#server/money/processors/processors.ts';
import { createSandbox } from '#server/money/sandbox/sandbox-processor.ts';
import { pledgeInvariants } from '#server/pledges/check-pledges.ts';
import { sweepPledges } from '#server/pledges/sweep-pledges.ts';
import { poolInvariants } from '#server/pools/check-pools.ts';
import type { Person } from '#testing/insert-person.ts';
import { type OnboardingSandbox, withOnboarding } from '#testing/onboarding-processor.ts';
import { makeReady, openPayoutAccount } from '#testing/payout-readiness.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';
import { applyPoolDeadline, unansweredMs } from './apply-pool-deadline.ts';
import { sweepPoolDeadlines } from './sweep-pool-deadlines.ts';
import { sweepWaits } from './wait-for-accounts.ts';

/**
 * Fans never pay for a pool whose creator cannot be paid. The sandbox requires onboarding here, and the account of the creator lacks
 * details at the start of each test.
 */
let stage: PledgeStage;
let ref: string;
beforeAll(async () => {
  stage = await PledgeStage.open({}, (platform) => withProcessors(withOnboarding(createSandbox(platform))), undefined, {
    isCreatorPayable: false,
  });
  ref = await openPayoutAccount(stage.context, stage.people.creator.client);
});
afterAll(() => stage.close());
beforeEach(() => accountBecomes('pending'));

const control = () => (stage.context.cards as OnboardingSandbox).control;
const creatorIs = { processor: 'sandbox' };
async function accountBecomes(status: 'ready' | 'pending' | 'restricted'): Promise<void> {
  control().set(ref, status);
  await refreshPayoutAccount(stage.context, { userId: stage.people.creator.id, ...creatorIs });
  await stage.app.settle();
}
const becomeReady = async () => {
  await makeReady(stage.context, stage.people.creator.client, ref);
  await stage.app.settle();
};
async function attempts(poolId: string): Promise<number> {
  const [row] = await stage.sql<{ count: number }[]>`
    select count(*)::int as count from payments p join pledges l on p.subject = 'pledge:' || l.id where l.pool_id = ${poolId}`;
  return row?.count ?? 0;
}
const kinds = async ({ client }: Person, title?: string) =>
  (await client.call(listNotifications)).notifications
    .filter(({ body }) => !title || body.includes(title))
    .map(({ kind }) => kind);
/** Moves a clock of a waiting pool into the past and runs the sweep and its jobs. */
async function timePasses(poolId: string, column: 'account_due_at' | 'deadline', beyondMs = 1): Promise<void> {
  const at = new Date(Date.now() - beyondMs);
  await stage.sql`update pools set ${stage.sql({ [column]: at })} where id = ${poolId}`;
  await stage.sql`
    update pools set clock_at = coalesce(case when account_paused_at is null then account_due_at end, deadline) where id = ${poolId}`;
  await sweepPoolDeadlines(stage.context);
  await stage.app.settle();
}
/** An accepted pool that met its goal and waits. */
async function waiting() {
  const pool = await stage.newPool(50_00);
  const fans = [await stage.fan(), await stage.fan()] as const;
  const pledges = [await stage.pledge(fans[0], pool.id, 30_00), await stage.pledge(fans[1], pool.id, 20_00)] as const;
  await stage.accept(pool.id);
  await stage.app.settle();
  return { poolId: pool.id, fans, pledges };
}
const dueIn = (at: string | null) => Date.parse(at ?? '') - Date.now();

describe('an accepted pool whose creator cannot be paid', () => {
  it('waits without a charge, tells both sides, and collects once when the account is ready', async () => {
    const { poolId, fans, pledges } = await waiting();
    const pool = await stage.pool(poolId);
    expect(pool.status).toBe('accepted');
    expect(dueIn(pool.clocks.accountDueAt)).toBeGreaterThan(stage.context.config.windows.responseMs - 60_000);
    expect(dueIn(pool.clocks.accountDueAt)).toBeLessThanOrEqual(stage.context.config.windows.responseMs);
    expect(await attempts(poolId)).toBe(0);
    expect(await kinds(stage.people.creator)).toContain('account_needed');
    const [notice] = (await fans[0].client.call(listNotifications)).notifications;
    expect(notice).toMatchObject({ kind: 'accepted', body: expect.stringMatching(/charged \$30 once .* can be paid/) });
    expect(await kinds(fans[0])).not.toContain('account_awaited');

    await becomeReady();
    await becomeReady();
    expect(await stage.pool(poolId)).toMatchObject({ status: 'in_production', currentAmount: 50_00 });
    expect(await attempts(poolId)).toBe(2);
    for (const [index, fan] of fans.entries()) {
      expect(await stage.get(fan, pledges[index]?.id ?? '')).toMatchObject({ status: 'paid' });
    }
  });

  it('lapses without a charge when the account is not ready in time, and tells both sides', async () => {
    const { poolId, fans, pledges } = await waiting();
    await timePasses(poolId, 'account_due_at');
    const pool = await stage.pool(poolId);
    expect(pool).toMatchObject({
      status: 'lapsed',
      endReason: 'The creator’s payout account was not ready in time. No card was charged.',
      clocks: { accountDueAt: null },
    });
    expect(await stage.get(fans[0], pledges[0].id)).toMatchObject({ status: 'released' });
    expect(await attempts(poolId)).toBe(0);
    const [notice] = (await fans[0].client.call(listNotifications)).notifications;
    expect(notice).toMatchObject({ kind: 'lapsed', title: 'The creator couldn’t be paid in time' });
    expect(await kinds(stage.people.creator)).toContain('lapsed_creator');
    // An account that is ready later changes nothing.
    await becomeReady();
    expect(await attempts(poolId)).toBe(0);
  });

  it('begins to wait when the goal is met after the acceptance, once, however often it is crossed', async () => {
    const pool = await stage.newPool(50_00);
    const [first, second] = [await stage.fan(), await stage.fan()];
    await stage.pledge(first, pool.id, 30_00);
    await stage.accept(pool.id);
    expect((await stage.pool(pool.id)).clocks.accountDueAt).toBeNull();
    const { id } = await stage.pledge(second, pool.id, 20_00);
    const begun = (await stage.pool(pool.id)).clocks.accountDueAt;
    expect(dueIn(begun)).toBeGreaterThan(0);
    expect(await kinds(first)).toContain('account_awaited');

    await second.client.call(withdrawPledge, { params: { id } });
    expect((await stage.pool(pool.id)).clocks.accountDueAt).toBeNull();
    await timePasses(pool.id, 'account_due_at');
    expect((await stage.pool(pool.id)).status).toBe('accepted');
    await stage.sql`
      update pools set account_due_at = account_paused_at + interval '1 hour' where id = ${pool.id}`;
    const third = await stage.fan();
    await stage.pledge(third, pool.id, 20_00);
    const resumed = (await stage.pool(pool.id)).clocks.accountDueAt;
    expect(dueIn(resumed)).toBeGreaterThan(59 * 60_000);
    expect(dueIn(resumed)).toBeLessThanOrEqual(60 * 60_000);
    await stage.app.settle();
    expect((await kinds(first)).filter((kind) => kind === 'account_awaited')).toHaveLength(1);
    await becomeReady();
    expect(await stage.pool(pool.id)).toMatchObject({ status: 'in_production', currentAmount: 50_00 });
  });

  it('waits at the current amount, too', async () => {
    const pool = await stage.newPool(50_00);
    const fan = await stage.fan();
    await stage.pledge(fan, pool.id, 20_00);
    await stage.accept(pool.id);
    const answer = await stage.accept(pool.id, { atCurrentAmount: true });
    expect(answer).toMatchObject({ status: 'accepted', clocks: { accountDueAt: expect.any(String) } });
    await stage.app.settle();
    expect(await kinds(fan)).toContain('account_awaited');
    expect(await attempts(pool.id)).toBe(0);
    await becomeReady();
    expect(await stage.pool(pool.id)).toMatchObject({ status: 'in_production', currentAmount: 20_00 });
  });

  it('takes pledges and stays open below its goal after the funding deadline, until the wait ends', async () => {
    const { poolId, fans, pledges } = await waiting();
    await timePasses(poolId, 'deadline');
    expect((await stage.pool(poolId)).status).toBe('accepted');
    await fans[1].client.call(withdrawPledge, { params: { id: pledges[1].id } });
    await timePasses(poolId, 'deadline');
    expect((await stage.pool(poolId)).status).toBe('accepted');
    await becomeReady();
    expect(await stage.pool(poolId)).toMatchObject({ status: 'accepted', pledgedAmount: 30_00 });
    const another = await stage.fan();
    await stage.pledge(another, poolId, 20_00);
    expect(await stage.pool(poolId)).toMatchObject({ status: 'in_production', currentAmount: 50_00 });
  });

  it('does not collect while frozen, and collects after the freeze if the account became ready', async () => {
    const { poolId } = await waiting();
    await stage.apply(poolId, { type: 'freeze' });
    await becomeReady();
    await sweepWaits(stage.context);
    expect(await attempts(poolId)).toBe(0);
    await stage.apply(poolId, { type: 'unfreeze' });
    await stage.app.settle();
    expect((await stage.pool(poolId)).status).toBe('in_production');
  });
});

describe('what is lost', () => {
  it('finds waiting pools of a ready account in the sweep, also if the fact about it was lost', async () => {
    const { poolId } = await waiting();
    await stage.sql`update payout_accounts set status = 'ready' where user_id = ${stage.people.creator.id}`;
    await sweepWaits(stage.context);
    await stage.app.settle();
    expect((await stage.pool(poolId)).status).toBe('in_production');
  });

  it('asks about the account of a waiting pool every ten minutes, because the webhook may be lost', async () => {
    const { poolId } = await waiting();
    control().set(ref, 'ready');
    await sweepWaits(stage.context);
    await stage.app.settle();
    expect((await stage.pool(poolId)).status).toBe('accepted');
    await stage.sql`
      update payout_accounts set checked_at = now() - interval '11 minutes' where user_id = ${stage.people.creator.id}`;
    await sweepWaits(stage.context);
    await stage.app.settle();
    expect((await stage.pool(poolId)).status).toBe('in_production');
  });

  it('asks before it lapses, and waits an hour for a processor that does not answer', async () => {
    const [{ poolId }, silent] = [await waiting(), await waiting()];
    const { onboarding } = stage.context.cards;
    if (!onboarding) throw new Error('this sandbox requires onboarding');
    const { lookUpAccount } = onboarding;
    onboarding.lookUpAccount = async () => {
      throw new ProcessorFault('unknown', 'no answer');
    };
    try {
      await timePasses(poolId, 'account_due_at');
      expect((await stage.pool(poolId)).status).toBe('accepted');
      await timePasses(silent.poolId, 'account_due_at', unansweredMs + 1000);
      expect((await stage.pool(silent.poolId)).status).toBe('lapsed');
    } finally {
      onboarding.lookUpAccount = lookUpAccount;
    }
    control().set(ref, 'ready');
    await applyPoolDeadline(stage.context, poolId);
    await stage.app.settle();
    expect((await stage.pool(poolId)).status).toBe('in_production');
  });
});

describe('an account that stops being ready while its pool collects', () => {
  /** A pool in which one card was charged and another was declined. */
  async function collecting() {
    await accountBecomes('ready');
    return stage.collected([{ cents: 30_00 }, { cents: 20_00, card: cards.insufficient }]);
  }

  it('refuses payments until it is ready again', async () => {
    const { poolId, fans, pledges } = await collecting();
    const pay = () => fans[1]?.client.call(payPledge, { params: { id: pledges[1]?.id ?? '' }, body: {} });
    await accountBecomes('restricted');
    await expect(pay()).rejects.toMatchObject({ code: 'creator_not_payable' });
    expect(await attempts(poolId)).toBe(2);
    await accountBecomes('ready');
    expect(await pay()).toMatchObject({ url: expect.any(String) });
  });

  it('charges waiting cards when it is ready again, once', async () => {
    const { poolId, fans, pledges } = await collecting();
    await accountBecomes('restricted');
    const [fan, id] = [fans[1], pledges[1]?.id ?? ''];
    await stage.sql`update pledges set status = 'charging' where id = ${id}`;
    await sweepPledges(stage.context);
    await stage.app.settle();
    expect(await attempts(poolId)).toBe(2);
    await accountBecomes('ready');
    expect(await attempts(poolId)).toBe(3);
    expect(fan && (await stage.get(fan, id))).toMatchObject({ status: 'notified' });
  });

  it('drops waiting pledges without a charge at the end of the payment window', async () => {
    const { poolId, fans, pledges } = await collecting();
    await accountBecomes('restricted');
    const [fan, id] = [fans[1], pledges[1]?.id ?? ''];
    await stage.sql`update pledges set status = 'charging' where id = ${id}`;
    await stage.sql`
      update pools set payment_due_at = now() - interval '1 ms', clock_at = now() - interval '1 ms' where id = ${poolId}`;
    await sweepPledges(stage.context);
    await stage.app.settle();
    expect(await attempts(poolId)).toBe(2);
    expect(fan && (await stage.get(fan, id))).toMatchObject({ status: 'dropped' });
    expect(await stage.pool(poolId)).toMatchObject({ status: 'in_production', currentAmount: 30_00 });
  });

  it('gives up a charge that was begun and never confirmed, and drops the pledge', async () => {
    const { poolId, pledges } = await collecting();
    await accountBecomes('restricted');
    const id = pledges[1]?.id ?? '';
    await stage.sql`update pledges set status = 'charging' where id = ${id}`;
    const begun = { id: randomUUID(), idempotencyKey: `begun:${id}`, status: 'created', processorRef: null };
    await stage.sql`
      insert into payments select (jsonb_populate_record(p, ${stage.sql.json({
        id: begun.id,
        attempt: 9,
        idempotency_key: begun.idempotencyKey,
        status: begun.status,
        processor_ref: null,
        settled_at: null,
        decline_code: null,
        decline_kind: null,
        decline_reason: null,
      })}::jsonb)).* from payments p where subject = ${`pledge:${id}`} order by created_at desc limit 1`;
    await sweepPledges(stage.context);
    await stage.app.settle();
    const [attempt] = await stage.sql`select status from payments where id = ${begun.id}`;
    expect(attempt).toEqual({ status: 'failed' });
    expect(await stage.sql`select status from pledges where id = ${id}`).toEqual([{ status: 'charging' }]);
    await stage.sql`
      update pools set payment_due_at = now() - interval '1 ms', clock_at = now() - interval '1 ms' where id = ${poolId}`;
    await sweepPledges(stage.context);
    await stage.app.settle();
    expect(await stage.sql`select status from pledges where id = ${id}`).toEqual([{ status: 'dropped' }]);
    expect(await stage.pool(poolId)).toMatchObject({ status: 'in_production' });
  });

  it('refuses late pledges before they are stored', async () => {
    await accountBecomes('ready');
    const { poolId } = await stage.collected([{ cents: 30_00 }], { allowLatePledges: true });
    await stage.deliver(poolId);
    await accountBecomes('restricted');
    const late = await stage.fan();
    await expect(stage.post(late, poolId, 10_00)).rejects.toMatchObject({ code: 'creator_not_payable' });
    expect(await stage.sql`select from pledges where fan_id = ${late.id}`).toHaveLength(0);
  });
});

it('has questions in `cli check` for charges without a ready account and for waits without an end', async () => {
  const { poolId } = await waiting();
  const faults = async (change: string) => {
    const faults: string[] = [];
    const undone = stage.context.db.tx(async (tx) => {
      await tx.unsafe(change);
      for (const invariant of [...poolInvariants, ...pledgeInvariants]) {
        if ('sql' in invariant && (await tx.unsafe(invariant.sql)).length > 0) faults.push(invariant.name);
      }
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    return faults;
  };
  expect(await faults('select 1')).toEqual([]);
  const late = `update pools set account_due_at = now() - interval '2 hours', clock_at = now() - interval '2 hours' where id = '${poolId}'`;
  expect(await faults(late)).toEqual(['no accepted pool waits for its creator’s payout account beyond its window']);
  const unready = `update payout_account_changes set status = 'pending' where user_id = '${stage.people.creator.id}'`;
  expect(await faults(unready)).toEqual([
    'a pool collects only from the moment on at which its creator can be paid',
    'no card is charged while the creator cannot be paid',
  ]);
});
