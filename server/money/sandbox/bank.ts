import { type DisputeState, type Disputes, ProcessorFault } from '#server/money/card-processor.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { answer } from './answer.ts';
import { insertMovements, lockCharge } from './books.sql.ts';
import {
  findDispute,
  findWarning,
  insertDispute,
  insertWarning,
  isDisputed,
  listDisputes,
  listWarnings,
  lockDispute,
  type SandboxDispute,
  setStatus,
  storeEvidence,
} from './disputes.sql.ts';
import { runIdempotent } from './run-idempotent.ts';
import { emitEvent, newId, type SandboxContext, type SandboxInTransaction } from './sandbox-context.ts';

const disputeFeeCents = 1500;

function disputeState({ id, chargeId, amountCents, feeCents, reason, status, ...times }: SandboxDispute): DisputeState {
  const { dueAt, createdAt: openedAt } = times;
  const identity = { disputeRef: id, chargeRef: chargeId, amountCents, feeCents, reason, status, openedAt };
  return { ...identity, dueAt: status === 'needs_response' ? dueAt : null };
}

/** The fan's bank, for test cards that dispute and for tests. Takes the money from the platform's balance at once, with a fee. */
export interface SandboxBank {
  dispute(chargeRef: string, amountCents?: number): Promise<{ disputeRef: string }>;
  decide(disputeRef: string, outcome: 'won' | 'lost'): Promise<void>;
  /** Warns of fraud without a dispute. */
  warn(chargeRef: string): Promise<{ warningRef: string }>;
}

export function sandboxBank(sandbox: SandboxContext): SandboxBank {
  const { db } = sandbox.platform;
  return {
    dispute: (chargeRef, amountCents) => db.tx((tx) => openDispute(sandbox, tx, chargeRef, amountCents)),
    decide: (disputeRef, outcome) => db.tx((tx) => decide(sandbox, tx, disputeRef, outcome)),
    warn: (chargeRef) =>
      db.tx(async (tx) => {
        const warningRef = newId('warning');
        await insertWarning(tx, warningRef, chargeRef);
        await emitEvent(sandbox, tx, 'warning.created', `warning:${warningRef}`, warningRef);
        return { warningRef };
      }),
  };
}

async function openDispute(
  sandbox: SandboxInTransaction,
  tx: Tx,
  chargeId: string,
  amount?: number,
): Promise<{ disputeRef: string }> {
  const charge = await lockCharge(tx, chargeId);
  if (charge?.status !== 'succeeded') throw new Error(`there is no succeeded charge ${chargeId}`);
  const amountCents = amount ?? charge.amountCents;
  const disputeRef = newId('dp');
  const reference = `dispute:${disputeRef}`;
  await insertDispute(tx, { id: disputeRef, chargeId, amountCents, feeCents: disputeFeeCents, reason: 'fraudulent' });
  await insertMovements(tx, [
    { kind: 'dispute', reference, amountCents: -amountCents },
    { kind: 'dispute_fee', reference, amountCents: -disputeFeeCents },
  ]);
  await emitEvent(sandbox, tx, 'dispute.opened', reference, disputeRef);
  return { disputeRef };
}

async function decide(
  sandbox: SandboxInTransaction,
  tx: Tx,
  disputeRef: string,
  outcome: 'won' | 'lost',
): Promise<void> {
  const dispute = await lockDispute(tx, disputeRef);
  if (!dispute || dispute.status === 'won' || dispute.status === 'lost') return;
  const reference = `dispute:${disputeRef}`;
  await setStatus(tx, disputeRef, outcome);
  if (outcome === 'won') {
    await insertMovements(tx, [{ kind: 'dispute_won', reference, amountCents: dispute.amountCents }]);
  }
  await emitEvent(sandbox, tx, `dispute.${outcome}`, reference, disputeRef);
}

/** The job of a card that disputes: the bank takes the money of a charge back, unless it was refunded. */
export async function disputeCharge(sandbox: SandboxContext, chargeId: string): Promise<void> {
  await sandbox.platform.db.tx(async (tx) => {
    const charge = await lockCharge(tx, chargeId);
    if (!charge || charge.refundedCents > 0 || (await isDisputed(tx, chargeId))) return;
    await openDispute(sandbox, tx, chargeId);
  });
}

/** The job after evidence: outside of tests, which decide themselves, the bank believes the evidence. */
export async function believeEvidence(sandbox: SandboxContext, disputeId: string): Promise<void> {
  await sandbox.platform.db.tx((tx) => decide(sandbox, tx, disputeId, 'won'));
}

/** The part of the port that is about disputes. */
export function sandboxDisputes(sandbox: SandboxContext): Disputes {
  const { db, jobs, config } = sandbox.platform;
  return {
    lookUpDispute: (disputeRef) =>
      answer(async () => {
        const dispute = await findDispute(db.sql, disputeRef);
        return dispute ? disputeState(dispute) : null;
      }),
    listDisputes: (since) => answer(async () => (await listDisputes(db.sql, since)).map(disputeState)),
    submitEvidence: ({ disputeRef, evidence, key }) =>
      answer(async () => {
        await runIdempotent(db, key, { disputeRef, evidence }, async (tx) => {
          const dispute = await lockDispute(tx, disputeRef);
          if (dispute?.status !== 'needs_response') {
            throw new ProcessorFault('refused', 'this dispute takes no evidence anymore');
          }
          await storeEvidence(tx, disputeRef, {
            ...evidence,
            serviceDate: evidence.serviceDate?.toISOString() ?? null,
          });
          await emitEvent(sandbox, tx, 'dispute.under_review', `dispute:${disputeRef}`, disputeRef);
          if (config.nodeEnv !== 'test') {
            const delay = { startAfterMs: config.sandbox.payoutDelayMs };
            await jobs.enqueue(tx, sandbox.believeEvidenceJob, { disputeId: disputeRef }, delay);
          }
          return { disputeRef };
        });
        const dispute = await findDispute(db.sql, disputeRef);
        if (!dispute) throw new ProcessorFault('refused', `there is no dispute ${disputeRef}`);
        return disputeState(dispute);
      }),
    lookUpFraudWarning: (warningRef) => answer(async () => (await findWarning(db.sql, warningRef)) ?? null),
    listFraudWarnings: (since) => answer(() => listWarnings(db.sql, since)),
  };
}
