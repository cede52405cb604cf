import { percentOf } from '#contract/values/money.ts';
import {
  type CardProcessor,
  type ChargeState,
  ProcessorFault,
  type TransferState,
} from '#server/money/card-processor.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { type Behavior, type DeclineCode, declineCodeFor, declineOf } from './behaviors.ts';
import {
  addChargeRefunded,
  type Charge,
  findReversal,
  insertCharge,
  insertMovements,
  insertPayout,
  insertRefund,
  isChargeable,
  lockCharge,
  lockReversible,
  markChargeFailed,
  markChargeSucceeded,
  markPayoutPaid,
  type NewCharge,
  type Transfer,
} from './books.sql.ts';
import { isDisputed } from './disputes.sql.ts';
import { emitEvent, newId, type SandboxContext, type SandboxInTransaction } from './sandbox-context.ts';

const costPercent = 2.9;
const costCents = 30;

/** The processor's fee for a charge: 2.9 % and 30 ¢. */
export function costOf(amountCents: number): number {
  return percentOf(amountCents, costPercent) + costCents;
}

export function chargeState({ id, reference, amountCents, ...charge }: Charge): ChargeState {
  const identity = { chargeRef: id, reference, amountCents };
  if (charge.status === 'succeeded') return { ...identity, status: 'succeeded', costCents: charge.costCents };
  if (charge.status === 'failed')
    return { ...identity, status: 'failed', decline: declineOf(charge.declineCode ?? '') };
  return { ...identity, status: 'open', sessionRef: null, url: null };
}

export async function createCharge(
  tx: Tx,
  request: Omit<NewCharge, 'id' | 'sessionId'>,
): Promise<{ chargeRef: string }> {
  if (!(await isChargeable(tx, request.cardId, request.customerId))) {
    throw new ProcessorFault('refused', 'this customer has no such card');
  }
  const chargeRef = newId('ch');
  await insertCharge(tx, { ...request, id: chargeRef, sessionId: null });
  return { chargeRef };
}

export async function confirmCharge(sandbox: SandboxInTransaction, tx: Tx, chargeRef: string): Promise<ChargeState> {
  const charge = await lockCharge(tx, chargeRef);
  if (!charge) throw new ProcessorFault('refused', `there is no charge ${chargeRef}`);
  if (charge.status !== 'created') return chargeState(charge);
  return decideCharge(sandbox, tx, charge, charge.behavior, false);
}

export async function cancelCharge(sandbox: SandboxInTransaction, tx: Tx, chargeRef: string): Promise<ChargeState> {
  const charge = await lockCharge(tx, chargeRef);
  if (!charge) throw new ProcessorFault('refused', `there is no charge ${chargeRef}`);
  if (charge.status !== 'created') return chargeState(charge);
  return fail(sandbox, tx, charge, 'abandoned');
}

/**
 * Charges or declines the card, records the movement and emits an event. `present`: the customer is on the hosted page and has approved
 * if asked.
 */
export async function decideCharge(
  sandbox: SandboxInTransaction,
  tx: Tx,
  charge: Charge,
  behavior: Behavior,
  present: boolean,
): Promise<ChargeState> {
  const { id, amountCents, reference } = charge;
  const declineCode = declineCodeFor(behavior, present);
  if (declineCode) return fail(sandbox, tx, charge, declineCode);
  const cost = costOf(amountCents);
  await markChargeSucceeded(tx, id, cost);
  await insertMovements(tx, [
    { kind: 'charge', reference, amountCents },
    { kind: 'cost', reference, amountCents: -cost },
  ]);
  await emitEvent(sandbox, tx, 'charge.succeeded', reference, id);
  if (behavior === 'disputed') {
    const { jobs, config } = sandbox.platform;
    const delay = { startAfterMs: config.sandbox.payoutDelayMs };
    await jobs.enqueue(tx, sandbox.disputeJob, { chargeId: id }, delay);
  }
  return chargeState({ ...charge, status: 'succeeded', costCents: cost });
}

async function fail(
  sandbox: SandboxInTransaction,
  tx: Tx,
  charge: Charge,
  declineCode: DeclineCode,
): Promise<ChargeState> {
  const { id, reference } = charge;
  await markChargeFailed(tx, id, declineCode);
  await emitEvent(sandbox, tx, 'charge.failed', reference, id);
  return chargeState({ ...charge, status: 'failed', declineCode });
}

export async function refundCharge(
  sandbox: SandboxInTransaction,
  tx: Tx,
  { chargeRef, amountCents, reference }: { chargeRef: string; amountCents: number; reference: string },
): Promise<TransferState> {
  const ref = newId('re');
  await lockCharge(tx, chargeRef);
  if (await isDisputed(tx, chargeRef)) throw new ProcessorFault('refused', 'the charge is disputed');
  if (!(await addChargeRefunded(tx, chargeRef, amountCents))) {
    throw new ProcessorFault('refused', 'the refund exceeds the charge');
  }
  await insertRefund(tx, { id: ref, chargeId: chargeRef, amountCents, reference });
  await insertMovements(tx, [{ kind: 'refund', reference, amountCents: -amountCents }]);
  await emitEvent(sandbox, tx, 'refund.succeeded', reference, ref);
  return { ref, reference, amountCents, status: 'done' };
}

export function transferState({ id: ref, reference, amountCents, status }: Transfer): TransferState {
  return { ref, reference, amountCents, status: status === 'paid' ? 'done' : 'under_way' };
}

type PayOutRequest = Omit<Parameters<CardProcessor['payOut']>[0], 'key'>;

export async function payOut(
  sandbox: SandboxInTransaction,
  tx: Tx,
  { accountRef, amountCents, purpose, reference }: PayOutRequest,
): Promise<TransferState> {
  const { jobs, config } = sandbox.platform;
  const ref = newId('po');
  const metadata: Record<string, string> = purpose ? { pool_id: purpose.poolId, pool_title: purpose.poolTitle } : {};
  const description = purpose?.description ?? null;
  await insertPayout(tx, { id: ref, accountId: accountRef, amountCents, reference, description, metadata });
  await jobs.enqueue(tx, sandbox.settlePayoutJob, { payoutId: ref }, { startAfterMs: config.sandbox.payoutDelayMs });
  return { ref, reference, amountCents, status: 'under_way' };
}

export async function reverseTransfer(
  sandbox: SandboxInTransaction,
  tx: Tx,
  { transferRef, amountCents, reference }: { transferRef: string; amountCents: number; reference: string },
): Promise<TransferState> {
  const reversible = await lockReversible(tx, transferRef);
  if (reversible === undefined || reversible < amountCents) {
    throw new ProcessorFault('refused', 'The payout account has too little money.');
  }
  await insertMovements(tx, [{ kind: `reversal of ${transferRef}`, reference, amountCents }]);
  await emitEvent(sandbox, tx, 'payout.reversed', reference, transferRef);
  const reversal = await findReversal(tx, reference);
  if (!reversal) throw new Error(`reversal ${reference} is gone`);
  return transferState(reversal);
}

/** The job that completes a payout: the money leaves the platform's balance. */
export async function settlePayout(sandbox: SandboxContext, payoutId: string): Promise<void> {
  await sandbox.platform.db.tx(async (tx) => {
    const payout = await markPayoutPaid(tx, payoutId);
    if (!payout) return;
    const { reference, amountCents } = payout;
    await insertMovements(tx, [{ kind: 'payout', reference, amountCents: -amountCents }]);
    await emitEvent(sandbox, tx, 'payout.paid', reference, payoutId);
  });
}
