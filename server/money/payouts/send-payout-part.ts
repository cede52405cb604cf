import { ProcessorFault } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { resolveSolved } from '#server/money/problems/problems.sql.ts';
import { answerIn, reportProblem } from '#server/money/problems/report-problem.ts';
import { type PaidPool, purposeOf } from './describe-transfer.ts';
import { readPayoutAccount } from './payout-accounts.sql.ts';
import { arePayoutsHeld } from './payout-holds.sql.ts';
import { bindPart, holdPartBack, type PayoutPart, readPart } from './payout-parts.sql.ts';
import { refreshPayoutAccount } from './refresh-payout-account.ts';
import { failPayoutPart, settlePayoutPart } from './settle-payout-part.ts';
import { resumePayout } from './start-payout.ts';

/**
 * Run by the job of a part and the reconciler: looks the transfer up first, then sends it under its own idempotency key. Whether the
 * account can receive it is decided by the processor, because only its answer proves that no transfer was made. The account and the texts about
 * the pool are stored first, so that a repeated request says the same after the creator has replaced the account or a title was edited. The statement that stores it refuses while the
 * payouts of the creator are held, also the repetition of a request; an earlier request that arrives is found and settled. Returns false if the part waits for the
 * operator, because the processor refused it for a reason that is not the creator's; the reconciler then sends it again.
 */
export async function sendPayoutPart(context: MoneyContext, partId: string): Promise<boolean> {
  const { db } = context;
  const part = await readPart(db.sql, partId);
  if (!part) return true;
  if (part.status !== 'pending' && part.status !== 'in_transit') return true;
  try {
    await findOrSend(context, part);
  } catch (error) {
    if (!(error instanceof ProcessorFault)) throw error;
    if (error.kind === 'unknown') {
      // Such as a key without the permission: no transfer was made by this call, but an earlier one may have been.
      if (error.solver === 'operator') await waitForOperator(context, part, error);
      throw error;
    }
    if (await isOperators(context, part, error)) {
      await waitForOperator(context, part, error);
      return false;
    }
    await failForCreator(context, part, error);
  }
  if (part.problemCode !== null) await resolveSolved(db.sql, part.processor);
  return true;
}

async function findOrSend(context: MoneyContext, part: PayoutPart): Promise<void> {
  const { db } = context;
  const { idempotencyKey: reference, processorRef, amountCents, chargeRef, userId, processor, refusals } = part;
  // A hold came before the request left, so the processor knows nothing of it. The end of the hold enqueues the job again.
  if (part.accountRef === null && (await arePayoutsHeld(db.sql, part))) return;
  const cards = context.processors.get(processor);
  const processorState = await cards.lookUpPayout({ ref: processorRef, reference });
  if (processorState) return settlePayoutPart(context, part, processorState);
  const account = await readPayoutAccount(db.sql, userId, processor);
  if (!account?.accountRef) throw new Error(`payout part ${part.id} has no payout account`);
  const pool = await describePool(context, part);
  const purpose = pool && purposeOf(pool);
  const { poolTitle = null, description = null } = purpose ?? {};
  const bound = await bindPart(db.sql, part, { accountRef: account.accountRef, poolTitle, description });
  if (!bound) return;
  const key = refusals === 0 ? reference : `${reference}:again:${refusals}`;
  const state = await cards.payOut({
    accountRef: bound.accountRef,
    amountCents,
    chargeRef,
    reference,
    key,
    ...(pool && bound.poolTitle !== null && bound.description !== null
      ? { purpose: { poolId: pool.id, poolTitle: bound.poolTitle, description: bound.description } }
      : {}),
  });
  await settlePayoutPart(context, part, state);
}

/** The pool that a part's money comes from; undefined for subjects that belong to no pool. */
async function describePool({ db, hooks }: MoneyContext, { subject }: PayoutPart): Promise<PaidPool | undefined> {
  const pools = await Promise.all(hooks.all('payout.describe_pool').map((describe) => describe(db.sql, subject)));
  return pools.find((pool) => pool !== null) ?? undefined;
}

/** An unexplained refusal is the creator's only if their account cannot receive money or is not the current one. */
async function isOperators(
  context: MoneyContext,
  { id, userId, processor }: PayoutPart,
  { solver }: ProcessorFault,
): Promise<boolean> {
  if (solver) return solver === 'operator';
  await refreshPayoutAccount(context, { userId, processor });
  const [account, part] = await Promise.all([
    readPayoutAccount(context.db.sql, userId, processor),
    readPart(context.db.sql, id),
  ]);
  return account?.status === 'ready' && account.accountRef === part?.accountRef;
}

async function waitForOperator(context: MoneyContext, part: PayoutPart, error: ProcessorFault): Promise<void> {
  const answer = answerIn(error);
  const refused = error.kind === 'refused';
  await context.db.tx(async (tx) => {
    if (!(await holdPartBack(tx, part, { code: answer.code, refused }))) return;
    await reportProblem(context, tx, { processor: part.processor, action: 'transfer', about: '' }, answer);
  });
  context.log.error({ err: error, partId: part.id }, 'a payout waits for the operator');
}

async function failForCreator(context: MoneyContext, part: PayoutPart, error: ProcessorFault): Promise<void> {
  const { userId, processor } = part;
  await failPayoutPart(context, part, error.message);
  // The account may be restricted since our last look-up. The payout is retried once the account is ready again.
  await refreshPayoutAccount(context, { userId, processor });
  const current = await readPayoutAccount(context.db.sql, userId, processor);
  const sent = await readPart(context.db.sql, part.id);
  // The reconciler does this as well, if this node ends before.
  if (current?.status === 'ready' && current.accountRef !== sent?.accountRef)
    await resumePayout(context, part.payoutId);
}
