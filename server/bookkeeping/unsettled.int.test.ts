import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '#server/platform/postgres/db.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
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
