import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveUpPool } from '#contract/pools/pools.ts';
import { retryPayout } from '#server/money/payouts/retry-payout.ts';
import { refundInvariants } from '#server/money/refunds/check-refunds.ts';
import { retryRefund } from '#server/money/retries/retry-refund.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { faultsOf } from '#testing/sandbox-faults.ts';
import { readUnsettledRows } from './unsettled.sql.ts';

let stage: PledgeStage;
let poolId: string;
beforeAll(async () => {
  stage = await PledgeStage.open({ SANDBOX_PAYOUT_DELAY: 'PT0S' });
  ({ poolId } = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }]));
  await stage.deliver(poolId);
  await stage.clock(poolId, 'quiet_until');
  await stage.app.settle();
});
afterAll(() => stage.close());

const undone = new Error('undone');

/** The age of the oldest unsettled payout after this change, which is undone, so that no job sees it. */
async function ageAfter(change: (tx: Tx, partId: string) => Promise<unknown>): Promise<number | null> {
  let age: number | null = null;
  const work = stage.context.db.tx(async (tx) => {
    const parts = await tx<{ id: string; status: string }[]>`
      select t.id, t.status from payout_parts t join payouts p on p.id = t.payout_id where p.subject = ${`pool:${poolId}`}`;
    expect(parts).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
    await change(tx, parts[0]?.id ?? '');
    age = (await readUnsettledRows(tx)).ages.payout;
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
  return age;
}

it('reports no payout once all transfers have arrived', async () => {
  expect(await ageAfter(async () => undefined)).toBeNull();
});

it.each(['pending', 'in_transit'])(
  'reports a transfer that is %s while another of its payout has arrived',
  async (to) => {
    const age = await ageAfter(async (tx, id) => {
      await tx`update payouts set status = 'in_transit' where subject = ${`pool:${poolId}`}`;
      await tx`update payout_parts set status = ${to}, created_at = now() - interval '2 hours' where id = ${id}`;
    });
    expect(age).toBeGreaterThan(7199);
  },
);

it('reports a reversal without an outcome', async () => {
  const age = await ageAfter(
    (tx, id) => tx`
      insert into payout_reversals (id, part_id, amount_cents, cause, idempotency_key, created_at)
      values (gen_random_uuid(), ${id}, 100, 'test', 'reversal:test', now() - interval '3 hours')`,
  );
  expect(age).toBeGreaterThan(10_799);
});

describe('a retry after three weeks counts its age from the retry', () => {
  const faults = () => faultsOf(stage.context);
  const ages = async () => (await readUnsettledRows(stage.sql)).ages;
  afterEach(async () => {
    faults().clear();
    await stage.app.settle();
    await stage.app.settle();
    expect(await ages()).toMatchObject({ payout: null, refund: null });
  });

  it('of a payout', async () => {
    const { poolId: id } = await stage.collected([{ cents: 30_00 }]);
    faults().payouts = 'fail';
    await stage.deliver(id);
    await stage.clock(id, 'quiet_until');
    await stage.app.settle();
    const [part] = await stage.sql<{ payoutId: string; status: string }[]>`
      update payout_parts t set created_at = t.created_at - interval '21 days'
      from payouts p where p.id = t.payout_id and p.subject = ${`pool:${id}`} returning t.payout_id, t.status`;
    expect(part?.status).toBe('failed');
    await retryPayout(stage.context, { payoutId: part?.payoutId ?? '', userId: stage.people.creator.id });
    expect((await ages()).payout).toBeLessThan(60);
  });

  it('of a refund, which `cli check` accepts', async () => {
    const { poolId: id, pledges } = await stage.collected([{ cents: 30_00 }]);
    faults().plan('refund', 'refused');
    await stage.people.creator.client.call(giveUpPool, { params: { id } });
    await stage.app.settle();
    const [refund] = await stage.sql<{ id: string; attempt: number; status: string }[]>`
      update refunds r set created_at = r.created_at - interval '21 days'
      from payments p where p.id = r.payment_id and p.subject = ${`pledge:${pledges[0]?.id}`} returning r.id, r.attempt, r.status`;
    expect(refund?.status).toBe('failed');
    const retry = { refundId: refund?.id ?? '', attempt: refund?.attempt ?? 0 };
    expect(await retryRefund(stage.context, retry)).toBe('reopened');
    expect((await ages()).refund).toBeLessThan(60);
    expect((await checkInvariants(stage.sql, refundInvariants)).flatMap(({ rows }) => rows as object[])).toEqual([]);
  });
});
