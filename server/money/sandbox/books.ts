import { percentOf } from '#contract/money.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { type ChargeState, ProcessorFault, type TransferState } from '../card-port.ts';
import { type Behavior, type DeclineCode, declineOf, whyDeclined } from './behaviors.ts';
import {
  addChargeRefunded,
  book,
  type Charge,
  insertCharge,
  insertPayout,
  insertRefund,
  isChargeable,
  lockCharge,
  markChargeFailed,
  markChargeSucceeded,
  markPayout,
  type NewCharge,
  type Transfer,
} from './books.sql.ts';
import { emit, newId, type SandboxWorld } from './sandbox-world.ts';

const costPercent = 2.9;
const costCents = 30;

/** What a charge costs: 2.9 % and 30 ¢. */
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
    throw new ProcessorFault('refused', 'there is no such card of this customer');
  }
  const chargeRef = newId('ch');
  await insertCharge(tx, { ...request, id: chargeRef, sessionId: null });
  return { chargeRef };
}

export async function confirmCharge(world: SandboxWorld, tx: Tx, chargeRef: string): Promise<ChargeState> {
  const charge = await lockCharge(tx, chargeRef);
  if (!charge) throw new ProcessorFault('refused', `there is no charge ${chargeRef}`);
  if (charge.status !== 'created') return chargeState(charge);
  return decideCharge(world, tx, charge, charge.behavior, false);
}

export async function cancelCharge(world: SandboxWorld, tx: Tx, chargeRef: string): Promise<ChargeState> {
  const charge = await lockCharge(tx, chargeRef);
  if (!charge) throw new ProcessorFault('refused', `there is no charge ${chargeRef}`);
  if (charge.status !== 'created') return chargeState(charge);
  return fail(world, tx, charge, 'abandoned');
}

/** Charges or declines, books it and tells. `present`: on the hosted page, approved where the card asks for it. */
export async function decideCharge(
  world: SandboxWorld,
  tx: Tx,
  charge: Charge,
  behavior: Behavior,
  present: boolean,
): Promise<ChargeState> {
  const { id, amountCents, reference } = charge;
  const declineCode = whyDeclined(behavior, present);
  if (declineCode) return fail(world, tx, charge, declineCode);
  const cost = costOf(amountCents);
  await markChargeSucceeded(tx, id, cost);
  await book(tx, [
    { kind: 'charge', reference, amountCents },
    { kind: 'cost', reference, amountCents: -cost },
  ]);
  await emit(world, tx, 'charge.succeeded', reference, id);
  return chargeState({ ...charge, status: 'succeeded', costCents: cost });
}

async function fail(world: SandboxWorld, tx: Tx, charge: Charge, declineCode: DeclineCode): Promise<ChargeState> {
  const { id, reference } = charge;
  await markChargeFailed(tx, id, declineCode);
  await emit(world, tx, 'charge.failed', reference, id);
  return chargeState({ ...charge, status: 'failed', declineCode });
}

export async function refundCharge(
  world: SandboxWorld,
  tx: Tx,
  { chargeRef, amountCents, reference }: { chargeRef: string; amountCents: number; reference: string },
): Promise<TransferState> {
  const ref = newId('re');
  if (world.faults?.refunds === 'fail') {
    return { ref, reference, amountCents, status: 'failed', reason: 'The card no longer takes refunds.' };
  }
  await lockCharge(tx, chargeRef);
  if (!(await addChargeRefunded(tx, chargeRef, amountCents))) {
    throw new ProcessorFault('refused', 'more would be sent back than was charged');
  }
  await insertRefund(tx, { id: ref, chargeId: chargeRef, amountCents, reference });
  await book(tx, [{ kind: 'refund', reference, amountCents: -amountCents }]);
  await emit(world, tx, 'refund.succeeded', reference, ref);
  return { ref, reference, amountCents, status: 'done' };
}

export function transferState({ id: ref, reference, amountCents, status }: Transfer): TransferState {
  if (status === 'failed') return { ref, reference, amountCents, status, reason: 'The bank did not take the payout.' };
  return { ref, reference, amountCents, status: status === 'paid' ? 'done' : 'under_way' };
}

export async function payOut(
  world: SandboxWorld,
  tx: Tx,
  { accountRef, amountCents, reference }: { accountRef: string; amountCents: number; reference: string },
): Promise<TransferState> {
  const { jobs, config } = world.platform;
  const ref = newId('po');
  await insertPayout(tx, { id: ref, accountId: accountRef, amountCents, reference });
  await jobs.enqueue(tx, world.settlePayoutJob, { payoutId: ref }, { startAfterMs: config.sandbox.payoutDelayMs });
  return { ref, reference, amountCents, status: 'under_way' };
}

/** The job at the end of a payout's way: the money leaves the platform's balance. */
export async function settlePayout(world: SandboxWorld, payoutId: string): Promise<void> {
  const failed = world.faults?.payouts === 'fail';
  await world.platform.db.tx(async (tx) => {
    const payout = await markPayout(tx, payoutId, failed ? 'failed' : 'paid');
    if (!payout) return;
    const { reference, amountCents } = payout;
    if (!failed) await book(tx, [{ kind: 'payout', reference, amountCents: -amountCents }]);
    await emit(world, tx, failed ? 'payout.failed' : 'payout.paid', reference, payoutId);
  });
}
