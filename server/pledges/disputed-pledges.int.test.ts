import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getStatement } from '#contract/creators/creator-statement.ts';
import type { DisputeState } from '#server/money/card-processor.ts';
import { settleDispute } from '#server/money/disputes/settle-dispute.ts';
import { owedOn } from '#server/money/ledger.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { requestAdminRefund } from '#server/money/refunds/request-admin-refund.ts';
import { requestRefund } from '#server/money/refunds/request-refund.ts';
import { settleRefund } from '#server/money/refunds/settle-refund.ts';
import { retryRefund } from '#server/money/retries/retry-refund.ts';
import type { SandboxProcessor } from '#server/money/sandbox/sandbox-processor.ts';
import { settleByReference } from '#server/money/settle-by-reference.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { faultsOf } from '#testing/sandbox-faults.ts';

describe('disputed pledges', () => {
  let stage: PledgeStage;
  beforeAll(async () => {
    stage = await PledgeStage.open({ REFUND_FRAUD_WARNINGS: 'on', SANDBOX_PAYOUT_DELAY: 'PT0S' });
  });
  afterAll(() => stage.close());

  const bank = () => (stage.context.cards as SandboxProcessor).bank;

  async function collected() {
    const { poolId, pledges, fans } = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }], {
      allowLatePledges: true,
    });
    const [mine] = pledges;
    const [fan] = fans;
    if (!mine || !fan) throw new Error('there is no pledge');
    const [row] = await stage.sql<{ processorRef: string }[]>`
      select processor_ref from payments where subject = ${`pledge:${mine.id}`} and status = 'succeeded'`;
    return { poolId, fan, id: mine.id, chargeRef: row?.processorRef ?? '' };
  }

  const statusOf = async (id: string) => {
    const [row] = await stage.sql<{ status: string }[]>`select status from pledges where id = ${id}`;
    return row?.status;
  };
  const mayRead = async (pledgeId: string) =>
    (await stage.sql`select 1 from content_access where pledge_id = ${pledgeId}`).length > 0;
  const paidOf = async (poolId: string) => {
    const [row] = await stage.sql<{ paidCents: number }[]>`select paid_cents from pools where id = ${poolId}`;
    return row?.paidCents;
  };

  it.each([
    ['won', 'paid', true, 50_00],
    ['lost', 'dispute_lost', false, 20_00],
  ] as const)('suspends access until the dispute is %s, and keeps the totals', async (outcome, status, reads, paid) => {
    const { poolId, id, chargeRef } = await collected();
    const { disputeRef } = await bank().dispute(chargeRef);
    await stage.app.settle();
    expect([await statusOf(id), await mayRead(id), await paidOf(poolId)]).toEqual(['disputed', false, 20_00]);
    await bank().decide(disputeRef, outcome);
    await stage.app.settle();
    expect([await statusOf(id), await mayRead(id), await paidOf(poolId)]).toEqual([status, reads, paid]);
  });

  it('pays the creator a won share after the pool completed without it', async () => {
    const { poolId, id, chargeRef } = await collected();
    const { disputeRef } = await bank().dispute(chargeRef);
    await stage.app.settle();
    await stage.deliver(poolId);
    await stage.clock(poolId, 'quiet_until');
    await stage.app.settle();
    await bank().decide(disputeRef, 'won');
    await stage.app.settle();
    const payouts = await stage.sql<{ subject: string }[]>`
      select subject from payouts where subject like ${`pool:${poolId}%`} order by created_at`;
    expect(payouts.map(({ subject }) => subject)).toEqual([`pool:${poolId}`, `pool:${poolId}:${id}`]);
  });

  it('takes the transfer back when a share is lost after the creator was paid', async () => {
    const { poolId, chargeRef } = await collected();
    await stage.deliver(poolId);
    await stage.clock(poolId, 'quiet_until');
    await stage.app.settle();
    const { disputeRef } = await bank().dispute(chargeRef);
    await stage.app.settle();
    await bank().decide(disputeRef, 'lost');
    await stage.app.settle();
    const reversals = await stage.sql<{ status: string; cents: number; debt: number }[]>`
      select r.status, r.amount_cents::int as cents,
        coalesce((select sum(amount_cents) from ledger_entries where account like 'creator_debt:%'), 0)::int as debt
      from payout_reversals r join payout_parts t on t.id = r.part_id join payments p on p.id = t.payment_id
      where p.processor_ref = ${chargeRef}`;
    // The creator owes 30.00 less the fee of 5 % and the cost of 1.17. The transfer had 6 cents less, because fans share the costs in
    // proportion.
    const owed = 30_00 - 1_50 - 1_17;
    expect([...reversals]).toEqual([{ status: 'succeeded', cents: owed - 6, debt: 6 }]);
    const month = new Date().toISOString().slice(0, 7);
    const { lines } = await stage.people.creator.client.call(getStatement, { query: { month } });
    expect(lines.slice(-2)).toMatchObject([
      { kind: 'dispute_lost', amountCents: -owed, poolId },
      { kind: 'payout_reversed', amountCents: owed - 6, poolId },
    ]);
  });

  it('refunds a won share when the pool ended meanwhile', async () => {
    const { poolId, id, chargeRef } = await collected();
    const { disputeRef } = await bank().dispute(chargeRef);
    await stage.app.settle();
    await stage.apply(poolId, { type: 'remove' });
    await stage.app.settle();
    expect(await statusOf(id)).toBe('disputed');
    await bank().decide(disputeRef, 'won');
    await stage.app.settle();
    expect(await statusOf(id)).toBe('refunded');
  });

  /** Opens a dispute in US dollars, or one that the ledger does not contain, and returns how to win it. */
  async function dispute(chargeRef: string, otherCurrency?: string) {
    if (!otherCurrency) {
      const { disputeRef } = await bank().dispute(chargeRef);
      return { disputeRef, win: () => bank().decide(disputeRef, 'won') };
    }
    const disputeRef = `dp_of_${chargeRef}`;
    const state = {
      ...{ chargeRef, disputeRef, amountCents: 27_00, feeCents: 0, otherCurrency, reason: 'fraudulent' },
      ...{ dueAt: null, openedAt: new Date() },
    };
    const settle = (status: DisputeState['status']) =>
      settleDispute(stage.context, stage.context.cards, { ...state, status });
    await settle('needs_response');
    return { disputeRef, win: () => settle('won') };
  }

  it.each([
    ['US dollars', undefined],
    ['another currency', 'eur'],
  ])('closes a won dispute in %s of released money after the pool was removed', async (_currency, otherCurrency) => {
    const { poolId, id, chargeRef } = await collected();
    await stage.deliver(poolId);
    await stage.clock(poolId, 'quiet_until');
    const { disputeRef, win } = await dispute(chargeRef, otherCurrency);
    await stage.app.settle();
    await stage.apply(poolId, { type: 'remove' });
    await stage.app.settle();
    expect(await statusOf(id)).toBe('disputed');
    await win();
    await stage.app.settle();
    expect((await reconcile(stage.context, { olderThanMs: 0 })).mismatches).toEqual([]);
    const disputes = await stage.sql`
      select status from disputes where processor_ref = ${disputeRef}
      union all select status from unbooked_disputes where processor_ref = ${disputeRef}`;
    expect([...disputes]).toEqual([{ status: 'won' }]);
    expect(await statusOf(id)).toBe('paid');
    const refunds = await stage.sql`
      select 1 from refunds r join payments p on p.id = r.payment_id where p.processor_ref = ${chargeRef}`;
    expect(refunds).toHaveLength(0);
  });

  /** An admin refunds all of a released payment. The fan disputes it before the server knows that the processor made the refund. */
  async function refundedAndDisputed() {
    const { context, sql } = stage;
    const { poolId, id, chargeRef } = await collected();
    await stage.deliver(poolId);
    await stage.clock(poolId, 'quiet_until');
    const faults = faultsOf(context);
    // The job of the refund starts at once, and must not get an answer.
    faults.plan('lookUpRefund', 'unreachable', 100);
    const [payment] = await sql<{ id: string }[]>`select id from payments where processor_ref = ${chargeRef}`;
    const refund = { requestKey: randomUUID(), paymentId: payment?.id ?? '', amountCents: 30_00, reason: 'test' };
    await context.db.tx((tx) => requestAdminRefund(context, tx, refund));
    const [row] = await sql<{ reference: string }[]>`
      select idempotency_key as reference from refunds where id = ${refund.requestKey}`;
    const reference = row?.reference ?? '';
    const done = await context.cards.refund({ chargeRef, amountCents: 30_00, reference, key: reference });
    const { disputeRef } = await bank().dispute(chargeRef);
    await settleByReference(context, 'sandbox', `dispute:${disputeRef}`);
    expect(await statusOf(id)).toBe('disputed');
    faults.clear();
    await settleRefund(context, refund.requestKey, done);
    expect([await statusOf(id), await mayRead(id)]).toEqual(['refunded', false]);
    return { id, chargeRef, disputeRef, refundId: refund.requestKey, done };
  }

  it.each(['won', 'lost'] as const)('stays refunded after a later dispute is %s', async (outcome) => {
    const { id, disputeRef } = await refundedAndDisputed();
    await bank().decide(disputeRef, outcome);
    await stage.app.settle();
    const disputes = await stage.sql`select status from disputes where processor_ref = ${disputeRef}`;
    expect([...disputes]).toEqual([{ status: outcome }]);
    expect([await statusOf(id), await mayRead(id)]).toEqual(['refunded', false]);
  });

  it.each([
    ['won', 'paid', true],
    ['lost', 'dispute_lost', false],
  ] as const)('is disputed again when the bank returns that refund, until it is %s', async (outcome, status, reads) => {
    const { context, sql } = stage;
    const { id, chargeRef, disputeRef, refundId, done } = await refundedAndDisputed();
    await sql`insert into sandbox.journal (kind, reference, amount_cents)
      values ('refund_failure', ${done.reference}, 3000)`;
    await sql`update sandbox.charges set refunded_cents = 0 where id = ${chargeRef}`;
    await settleRefund(context, refundId, { ...done, status: 'failed', reason: 'The account is closed.' });
    expect([await statusOf(id), await mayRead(id)]).toEqual(['disputed', false]);
    await bank().decide(disputeRef, outcome);
    await stage.app.settle();
    expect([await statusOf(id), await mayRead(id)]).toEqual([status, reads]);
  });

  it('does not let the fan pledge to the pool again while the bank decides', async () => {
    const { poolId, id, fan, chargeRef } = await collected();
    await stage.deliver(poolId);
    await bank().dispute(chargeRef);
    await stage.app.settle();
    await expect(stage.post(fan, poolId, 5_00)).rejects.toMatchObject({ code: 'pledge_exists' });
    expect(await statusOf(id)).toBe('disputed');
  });

  it('refunds a payment that the bank suspects, with a reason, when the setting is on', async () => {
    const { id, chargeRef } = await collected();
    await bank().warn(chargeRef);
    await stage.app.settle();
    await reconcile(stage.context, { olderThanMs: 0 });
    await stage.app.settle();
    expect(await statusOf(id)).toBe('refunded');
    const refunds = await stage.sql`
      select r.reason from refunds r join payments p on p.id = r.payment_id where p.subject = ${`pledge:${id}`}`;
    expect(refunds).toMatchObject([{ reason: 'The bank of the card warned of fraud.' }]);
  });

  it('only stores a warning about a payment of a frozen pool', async () => {
    const { poolId, id, chargeRef } = await collected();
    await stage.apply(poolId, { type: 'freeze' });
    await bank().warn(chargeRef);
    await stage.app.settle();
    expect([await statusOf(id), await paidOf(poolId)]).toEqual(['paid', 50_00]);
    const warnings = await stage.sql`
      select w.actionable, w.refunded from fraud_warnings w join payments p on p.id = w.payment_id
      where p.processor_ref = ${chargeRef}`;
    expect([...warnings]).toEqual([{ actionable: true, refunded: false }]);
    await stage.apply(poolId, { type: 'unfreeze' });
  });

  it('holds a refund again that the bank returns later, and does not send it again on its own', async () => {
    const { sql, context } = stage;
    const { poolId, id } = await collected();
    await stage.apply(poolId, { type: 'remove' });
    await stage.app.settle();
    expect(await statusOf(id)).toBe('refunded');
    const refundOf = async () => {
      const [row] = await sql<{ id: string; status: string; idempotencyKey: string; processorRef: string }[]>`
        select r.* from refunds r join payments p on p.id = r.payment_id where p.subject = ${`pledge:${id}`}`;
      if (!row) throw new Error('there is no refund');
      return row;
    };
    const { id: refundId, idempotencyKey: reference, processorRef: ref } = await refundOf();
    await sql`insert into sandbox.journal (kind, reference, amount_cents) values ('refund_failure', ${reference}, 3000)`;
    const returned = {
      status: 'failed',
      ref,
      reference,
      amountCents: 30_00,
      reason: 'The account is closed.',
    } as const;
    await Promise.all([1, 2].map(() => settleRefund(context, refundId, returned)));
    await stage.app.settle();
    expect(await statusOf(id)).toBe('refund_pending');
    expect(await refundOf()).toMatchObject({ status: 'failed', idempotencyKey: `refund:${refundId}:2` });
    expect((await reconcile(context, { olderThanMs: 0 })).mismatches).toEqual([]);
    expect(await owedOn(sql, `held:${poolId}`)).toBe(30_00);
    // An admin finds another way, such as a refund in the processor's dashboard.
    await context.db.tx((tx) => requestRefund(context, tx, { subject: `pledge:${id}`, reason: 'test' }));
    await stage.app.settle();
    expect(await refundOf()).toMatchObject({ status: 'failed', processorRef: null, returnedRef: ref });
    await sql`update sandbox.charges set refunded_cents = 0 where id = (
      select processor_ref from payments where subject = ${`pledge:${id}`})`;
    // Late and repeated events about the returned refund change nothing.
    await settleByReference(context, 'sandbox', reference);
    await settleRefund(context, refundId, { ...returned, status: 'done' });
    const retries = [1, 2].map(() => retryRefund(context, { refundId, attempt: 2 }));
    expect((await Promise.all(retries)).toSorted()).toEqual(['over', 'reopened']);
    await stage.app.settle();
    expect(await statusOf(id)).toBe('refunded');
    expect(await refundOf()).toMatchObject({
      status: 'succeeded',
      idempotencyKey: `refund:${refundId}:3`,
      returnedRef: ref,
    });
  });
});
