import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestAdminRefund } from '#server/money/refunds/request-admin-refund.ts';
import { settleRefund } from '#server/money/refunds/settle-refund.ts';
import type { SandboxProcessor } from '#server/money/sandbox/sandbox-processor.ts';
import { settleByReference } from '#server/money/settle-by-reference.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';

/** An admin refunds all of a held payment, the fan disputes it as well, and the bank of the card returns the refund. */
describe('a refund of held money that the bank returns during a dispute', () => {
  let stage: PledgeStage;
  beforeAll(async () => {
    stage = await PledgeStage.open();
  });
  afterAll(() => stage.close());

  const sandbox = () => stage.context.cards as SandboxProcessor;
  const statusOf = async (id: string) => {
    const [row] = await stage.sql<{ status: string }[]>`select status from pledges where id = ${id}`;
    return row?.status;
  };

  async function adminRefund(paymentId: string, amountCents: number): Promise<string> {
    const requestKey = randomUUID();
    const refund = { requestKey, paymentId, amountCents, reason: 'test' };
    await stage.context.db.tx((tx) => requestAdminRefund(stage.context, tx, refund));
    await stage.app.settle();
    return requestKey;
  }

  /** `isEnding`: an admin refunds only a third, and then the pool is removed, so that the rest is refunded as well. */
  async function refundedAndDisputed({ isEnding = false } = {}) {
    const { context, sql } = stage;
    const { poolId, fans, pledges } = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }], {
      allowLatePledges: true,
    });
    const [fan, id] = [fans[0], pledges[0]?.id ?? ''];
    if (!fan) throw new Error('there is no fan');
    await stage.deliver(poolId);
    const [payment] = await sql<{ id: string; chargeRef: string }[]>`
      select id, processor_ref as charge_ref from payments where subject = ${`pledge:${id}`} and status = 'succeeded'`;
    const refundId = await adminRefund(payment?.id ?? '', isEnding ? 10_00 : 30_00);
    if (isEnding) await stage.apply(poolId, { type: 'remove' });
    await stage.app.settle();
    expect(await statusOf(id)).toBe('refunded');
    const { disputeRef } = await sandbox().bank.dispute(payment?.chargeRef ?? '');
    await settleByReference(context, 'sandbox', `dispute:${disputeRef}`);
    return { poolId, fan, id, refundId, disputeRef, chargeRef: payment?.chargeRef ?? '', paymentId: payment?.id ?? '' };
  }

  /** The bank returns the refund to the processor, whose books then have it, too. Two nodes hear of it at once. */
  async function comeBack({ refundId, chargeRef }: { refundId: string; chargeRef: string }) {
    const { sql, context } = stage;
    const [row] = await sql<{ reference: string; ref: string; amountCents: number }[]>`
      select idempotency_key as reference, processor_ref as ref, amount_cents from refunds where id = ${refundId}`;
    const { reference = '', ref = '', amountCents = 0 } = row ?? {};
    await sql`
      insert into sandbox.journal (kind, reference, amount_cents) values ('refund_failure', ${reference}, ${amountCents})`;
    await sql`update sandbox.charges set refunded_cents = refunded_cents - ${amountCents} where id = ${chargeRef}`;
    const state = { ref, reference, amountCents, status: 'failed', reason: 'The account is closed.' } as const;
    await Promise.all([1, 2].map(() => settleRefund(context, refundId, state)));
    await stage.app.settle();
  }

  async function decide(disputeRef: string, outcome: 'won' | 'lost') {
    await sandbox().bank.decide(disputeRef, outcome);
    await settleByReference(stage.context, 'sandbox', `dispute:${disputeRef}`);
    await stage.app.settle();
  }

  it.each([
    ['won', 'refunded'],
    ['lost', 'dispute_lost'],
  ] as const)('waits for the bank while the fan has another pledge; %s: it is %s', async (outcome, status) => {
    const one = await refundedAndDisputed();
    await stage.saveCard(one.fan);
    const { pledge: late } = await stage.post(one.fan, one.poolId, 10_00, { useSavedCard: true });
    expect(await statusOf(late.id)).toBe('paid');
    await comeBack(one);
    expect([await statusOf(one.id), await statusOf(late.id)]).toEqual(['disputed', 'paid']);
    await decide(one.disputeRef, outcome);
    expect([await statusOf(one.id), await statusOf(late.id)]).toEqual([status, 'paid']);
  });

  it.each([
    ['won', 'refunded'],
    ['lost', 'dispute_lost'],
  ] as const)('waits for the bank after the pool was removed; %s: it is %s', async (outcome, status) => {
    const one = await refundedAndDisputed();
    await stage.apply(one.poolId, { type: 'remove' });
    await stage.app.settle();
    await comeBack(one);
    expect(await statusOf(one.id)).toBe('disputed');
    await decide(one.disputeRef, outcome);
    expect(await statusOf(one.id)).toBe(status);
  });

  it('does not ask an admin to pay the fan again after the bank took all that is left', async () => {
    const one = await refundedAndDisputed();
    await comeBack(one);
    await decide(one.disputeRef, 'lost');
    const rows = await stage.sql`select status from refunds where id = ${one.refundId}`;
    expect(rows).toEqual([{ status: 'canceled' }]);
  });

  it('waits for an admin if the rest was refunded when the pool ended, whatever the bank decides', async () => {
    const one = await refundedAndDisputed({ isEnding: true });
    await comeBack(one);
    expect(await statusOf(one.id)).toBe('refund_pending');
    await decide(one.disputeRef, 'won');
    expect(await statusOf(one.id)).toBe('refund_pending');
    await adminRefund(one.paymentId, 10_00);
    expect(await statusOf(one.id)).toBe('refunded');
  });
});
