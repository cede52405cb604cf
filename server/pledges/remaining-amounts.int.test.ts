import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveUpPool } from '#contract/pools/pools.ts';
import { settleDispute } from '#server/money/disputes/settle-dispute.ts';
import { requestRefund } from '#server/money/refunds/request-refund.ts';
import { settleRefund } from '#server/money/refunds/settle-refund.ts';
import type { SandboxProcessor } from '#server/money/sandbox/sandbox-processor.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { faultsOf } from '#testing/sandbox-faults.ts';
import { pledgeInvariants } from './check-pledges.ts';
import { refundPayment } from './refund-payment.ts';

let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open({ SANDBOX_PAYOUT_DELAY: 'PT0S' });
});
// Closing the stage checks every invariant.
afterAll(() => stage.close());

const cards = () => stage.context.cards as SandboxProcessor;

/** A pool in production with two paid pledges, of $100 and $20. */
async function collected() {
  const { poolId, fans, pledges } = await stage.collected([{ cents: 100_00 }, { cents: 20_00 }]);
  const [fan] = fans;
  const [pledge] = pledges;
  if (!fan || !pledge) throw new Error('there is no pledge');
  const [row] = await stage.sql<{ id: string; processorRef: string }[]>`
    select id, processor_ref from payments where subject = ${`pledge:${pledge.id}`}`;
  return { poolId, fan, pledgeId: pledge.id, paymentId: row?.id ?? '', chargeRef: row?.processorRef ?? '' };
}

type Collected = Awaited<ReturnType<typeof collected>>;

async function openDispute({ chargeRef }: Collected, cents: number): Promise<string> {
  const { disputeRef } = await cards().bank.dispute(chargeRef, cents);
  await stage.app.settle();
  return disputeRef;
}

async function decide(disputeRef: string, outcome: 'won' | 'lost') {
  await cards().bank.decide(disputeRef, outcome);
  await stage.app.settle();
}

const standing = async ({ poolId, fan, pledgeId }: Collected) => {
  const { status, refundedCents } = await stage.get(fan, pledgeId);
  const [row] = await stage.sql<{ cents: number }[]>`
    select coalesce(-sum(amount_cents), 0)::bigint as cents from ledger_entries where account = ${`held:${poolId}`}`;
  return { status, refundedCents, heldCents: row?.cents };
};

/** The sandbox refuses to refund a charge that lost a dispute. This repeats the refund after the processor allows it. */
async function refundAgain({ pledgeId, chargeRef }: Collected) {
  await stage.sql`update sandbox.disputes set status = 'won' where charge_id = ${chargeRef}`;
  const subject = `pledge:${pledgeId}`;
  await stage.context.db.tx((tx) => requestRefund(stage.context, tx, { subject, reason: 'test' }));
  await stage.app.settle();
}

const requestFor = ({ paymentId }: Collected) => ({
  requestKey: randomUUID(),
  paymentId,
  amountCents: 10_00,
  reason: 'The second track is short',
});

async function refundTen(one: Collected): Promise<string> {
  const request = requestFor(one);
  await stage.context.db.tx((tx) => refundPayment(stage.context, tx, request));
  return request.requestKey;
}

/** The bank returns a refund to the processor, which then says so. */
async function comeBack(refundId: string) {
  const [refund] = await stage.sql<{ reference: string; ref: string; paymentId: string }[]>`
    select idempotency_key as reference, processor_ref as ref, payment_id from refunds where id = ${refundId}`;
  if (!refund) throw new Error('there is no refund');
  const { reference, ref, paymentId } = refund;
  await stage.sql`insert into sandbox.journal (kind, reference, amount_cents) values ('refund_failure', ${reference}, 1000)`;
  await stage.sql`
    update sandbox.charges set refunded_cents = refunded_cents - 1000
    where id = (select processor_ref from payments where id = ${paymentId})`;
  const state = { ref, reference, amountCents: 10_00, status: 'failed', reason: 'The account is closed.' } as const;
  await settleRefund(stage.context, refundId, state);
  await stage.app.settle();
}

/** Starts an admin's refund of $10 in the transaction that completes the pool, so that the release leaves the payment out. */
async function completeDuringRefund(one: Collected, refused: boolean): Promise<string> {
  await stage.deliver(one.poolId);
  await stage.sql`
    update pools set quiet_until = now() - interval '1 ms', clock_at = now() - interval '1 ms' where id = ${one.poolId}`;
  const request = requestFor(one);
  if (refused) faultsOf(stage.context).plan('refund', 'refused');
  await stage.context.db.tx(async (tx) => {
    await refundPayment(stage.context, tx, request);
    await applyPoolEvent(stage.context, tx, one.poolId, { type: 'clock' });
    await applyPoolEvent(stage.context, tx, one.poolId, { type: 'remove' });
  });
  await stage.app.settle();
  return request.requestKey;
}

const brokenInvariants = async () =>
  (await checkInvariants(stage.sql, pledgeInvariants)).filter(({ rows }) => rows.length > 0).map(({ name }) => name);

describe('the rest of a payment of which a dispute took a part', () => {
  const ends: [string, (poolId: string) => Promise<unknown>][] = [
    ['the creator gives up', (id) => stage.people.creator.client.call(giveUpPool, { params: { id } })],
    ['the delivery is late', (id) => stage.clock(id, 'delivery_due_at')],
    ['an admin removes the pool', (id) => stage.apply(id, { type: 'remove' })],
  ];

  it.each(ends)('is refunded with all others when %s', async (_name, end) => {
    const one = await collected();
    await decide(await openDispute(one, 40_00), 'lost');
    expect(await standing(one)).toEqual({ status: 'dispute_lost', refundedCents: 0, heldCents: 80_00 });
    await end(one.poolId);
    await stage.app.settle();
    expect(await standing(one)).toEqual({ status: 'refund_pending', refundedCents: 0, heldCents: 60_00 });
    const refunds = await stage.sql`
      select amount_cents, reason, failure_reason from refunds where payment_id = ${one.paymentId}`;
    expect([...refunds]).toEqual([
      {
        amountCents: 60_00,
        reason: 'The pool ended without what was promised.',
        failureReason: 'the charge is disputed',
      },
    ]);
    await refundAgain(one);
    expect(await standing(one)).toEqual({ status: 'refunded', refundedCents: 60_00, heldCents: 0 });
  });

  it('is not refunded if there is none', async () => {
    const one = await collected();
    await decide(await openDispute(one, 100_00), 'lost');
    await stage.apply(one.poolId, { type: 'remove' });
    await stage.app.settle();
    expect(await standing(one)).toEqual({ status: 'dispute_lost', refundedCents: 0, heldCents: 0 });
  });

  it.each(['won', 'lost'] as const)(
    'is refunded once another dispute, open at the end of the pool, is %s',
    async (outcome) => {
      const one = await collected();
      await decide(await openDispute(one, 40_00), 'lost');
      const second = await openDispute(one, 10_00);
      await stage.apply(one.poolId, { type: 'remove' });
      await stage.app.settle();
      expect(await standing(one)).toEqual({ status: 'dispute_lost', refundedCents: 0, heldCents: 60_00 });
      await decide(second, outcome);
      expect(await standing(one)).toMatchObject({ status: 'refund_pending' });
      await refundAgain(one);
      const refundedCents = outcome === 'won' ? 60_00 : 50_00;
      expect(await standing(one)).toEqual({ status: 'refunded', refundedCents, heldCents: 0 });
    },
  );

  it.each(['completed', 'removed'] as const)(
    'leaves a %s pool once a dispute in another currency is won',
    async (end) => {
      const one = await collected();
      await decide(await openDispute(one, 40_00), 'lost');
      const { chargeRef } = one;
      const euros = { chargeRef, disputeRef: `dp_${chargeRef}`, amountCents: 9_00, feeCents: 0, otherCurrency: 'eur' };
      const settle = (status: 'needs_response' | 'won') =>
        settleDispute(stage.context, cards(), {
          ...euros,
          ...{ status, reason: 'fraudulent', dueAt: null, openedAt: new Date() },
        });
      await settle('needs_response');
      if (end === 'removed') await stage.apply(one.poolId, { type: 'remove' });
      else {
        await stage.deliver(one.poolId);
        await stage.clock(one.poolId, 'quiet_until');
      }
      await settle('won');
      await stage.app.settle();
      if (end === 'removed') {
        expect(await standing(one)).toMatchObject({ status: 'refund_pending' });
        await refundAgain(one);
        expect(await standing(one)).toEqual({ status: 'refunded', refundedCents: 60_00, heldCents: 0 });
      } else expect(await standing(one)).toEqual({ status: 'dispute_lost', refundedCents: 0, heldCents: 0 });
    },
  );

  it('is reported by the check while an ended pool still holds it', async () => {
    const one = await collected();
    await decide(await openDispute(one, 40_00), 'lost');
    expect(await brokenInvariants()).toEqual([]);
    await stage.sql`update pools set status = 'completed' where id = ${one.poolId}`;
    expect(await brokenInvariants()).toEqual([
      'a completed or ended pool keeps no money that neither a release, a refund nor a dispute takes',
    ]);
    await stage.sql`update pools set status = 'in_production' where id = ${one.poolId}`;
  });
});

describe('the rest of a payment that an admin refunds while the pool completes and is removed', () => {
  it.each([
    ['made', false, ['refunded', 'succeeded']],
    ['refused', true, ['refunded', 'canceled']],
  ] as const)('is refunded after the refund is %s', async (_name, refused, [status, refundStatus]) => {
    const one = await collected();
    const refundId = await completeDuringRefund(one, refused);
    expect((await stage.pool(one.poolId)).status).toBe('removed');
    expect(await stage.sql`select status from refunds where id = ${refundId}`).toMatchObject([
      { status: refundStatus },
    ]);
    expect(await standing(one)).toEqual({ status, refundedCents: 100_00, heldCents: 0 });
    expect(await stage.sql`select 1 from content_access where pledge_id = ${one.pledgeId}`).toHaveLength(0);
  });

  it('stays with the creator if it was released before', async () => {
    const one = await collected();
    await stage.deliver(one.poolId);
    await stage.clock(one.poolId, 'quiet_until');
    await stage.apply(one.poolId, { type: 'remove' });
    await refundTen(one);
    await stage.app.settle();
    expect(await standing(one)).toEqual({ status: 'paid', refundedCents: 10_00, heldCents: 0 });
  });
});

describe('an admin’s refund of a payment with a lost dispute that the bank returns', () => {
  /** The fan gets $10 from an admin and the rest from the bank. */
  async function lost() {
    const one = await collected();
    const refundId = await refundTen(one);
    await stage.app.settle();
    await decide(await openDispute(one, 90_00), 'lost');
    expect(await standing(one)).toEqual({ status: 'dispute_lost', refundedCents: 10_00, heldCents: 20_00 });
    return { one, refundId };
  }

  it('is paid to the creator if the pool has completed', async () => {
    const { one, refundId } = await lost();
    await stage.deliver(one.poolId);
    await stage.clock(one.poolId, 'quiet_until');
    await comeBack(refundId);
    expect(await standing(one)).toEqual({ status: 'dispute_lost', refundedCents: 0, heldCents: 0 });
    const payouts =
      await stage.sql`select subject from payouts where subject = ${`pool:${one.poolId}:${one.pledgeId}`}`;
    expect(payouts).toHaveLength(1);
  });

  it('goes back to the fan if the pool ends while another refund of it fails', async () => {
    const { one, refundId } = await lost();
    await comeBack(refundId);
    await stage.context.db.tx(async (tx) => {
      await refundPayment(stage.context, tx, requestFor(one));
      await applyPoolEvent(stage.context, tx, one.poolId, { type: 'remove' });
    });
    await stage.app.settle();
    expect(await standing(one)).toEqual({ status: 'refund_pending', refundedCents: 0, heldCents: 10_00 });
    await refundAgain(one);
    expect(await standing(one)).toEqual({ status: 'refunded', refundedCents: 10_00, heldCents: 0 });
  });
});
