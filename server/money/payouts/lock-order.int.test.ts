import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refundPayment } from '#contract/admin/refunds.ts';
import { readLockOrder, recordBalanceLocks } from '#testing/balance-locks.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';

/** Two transactions that lock a creator's debt and payable amount in opposite orders would wait for each other. */
let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open({ SANDBOX_PAYOUT_DELAY: 'PT0S' });
  await recordBalanceLocks(stage.sql);
});
afterAll(() => stage.close());

async function completed() {
  const { poolId, pledges } = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }], { allowLatePledges: true });
  await stage.deliver(poolId);
  await stage.clock(poolId, 'quiet_until');
  return { poolId, pledges };
}

async function refund(pledgeId: string | undefined, amountCents: number): Promise<void> {
  const [row] = await stage.sql<{ id: string }[]>`select id from payments where subject = ${`pledge:${pledgeId}`}`;
  const body = { requestKey: randomUUID(), amountCents, reason: 'It was too short' };
  await stage.people.admin.client.call(refundPayment, { params: { id: row?.id ?? '' }, body });
  await stage.app.settle();
}

it('locks a debt before the payable amount, in releases, payouts, refunds after them, and releases to a creator in debt', async () => {
  const first = await completed();
  // The creator had this money, so it becomes a debt, which the next releases pay.
  await refund(first.pledges[0]?.id, 30_00);
  const second = await completed();
  const late = await stage.fan();
  const { setup } = await stage.post(late, second.poolId, 15_00);
  await stage.checkout(setup?.url);
  await stage.app.settle();
  await refund(second.pledges[1]?.id, 5_00);
  const { reversed, both } = await readLockOrder(stage.sql);
  expect(both).toBeGreaterThan(2);
  expect(reversed).toBe(0);
});
