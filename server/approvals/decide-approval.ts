import type { z } from 'zod';
import type { decideApproval as contract } from '#contract/admin/approvals.ts';
import { AppError, type ErrorCode } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { assertNotConcerned, writeAudit } from '#server/audit/write-audit.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { ApprovalExecutor, ApprovalRow, AskingAdmin } from './approval.ts';
import { findApproval, markEnded } from './approvals.sql.ts';
import type {} from './facts.ts';
import type {} from './hooks.ts';
import { endOver } from './lapse-approvals.ts';
import { overMessage, permitApproved } from './permit.ts';

type Decision = z.output<typeof contract.body>;

export function executorOf({ hooks }: Pick<Platform, 'hooks'>, { kind }: Pick<ApprovalRow, 'kind'>): ApprovalExecutor {
  for (const executors of hooks.all('approval.executors')) {
    const executor = executors()[kind];
    if (executor) return executor;
  }
  throw new Error(`no module carries out ${kind}`);
}

/**
 * Decides a request as a second admin, or withdraws one's own. An approval carries the action out in the transaction that ends the
 * request, so a crash leaves both or neither, and of concurrent decisions one wins. Throws own_decision, conflict, and the errors of the
 * action.
 */
export async function decideApproval(
  context: Platform,
  admin: AskingAdmin,
  id: string,
  { decision, reason }: Decision,
): Promise<void> {
  const request = await waitingRequest(context, id);
  const isOwn = request.requesterId === admin.actor.userId;
  if (decision === 'withdraw') {
    if (!isOwn) throw appError('forbidden', { message: () => 'Only the admin who asked can withdraw this.' });
    return end(context, admin, request, { status: 'withdrawn', answer: null });
  }
  if (isOwn) throw appError('own_decision', { message: ownRequest });
  assertNotConcerned(admin.actor.userId, await executorOf(context, request).concerned(request));
  if (decision === 'approve') return approve(context, request, admin);
  if (!reason) {
    throw appError('validation_failed', {
      message: () => 'Reason is required',
      fields: { reason: () => 'Reason is required' },
    });
  }
  await end(context, admin, request, { status: 'refused', answer: reason });
}

export const ownRequest = () => 'You asked for this yourself. Another admin has to decide it.';

/** Approves a request for the operator, who runs the command line on the server. */
export async function approveOnCommandLine(context: Platform, id: string): Promise<void> {
  await approve(context, await waitingRequest(context, id), 'command line');
}

async function waitingRequest({ db }: Platform, id: string): Promise<ApprovalRow> {
  const request = await findApproval(db.sql, id);
  if (!request) throw appError('not_found');
  if (request.status !== 'waiting') throw appError('conflict', { message: overMessage });
  return request;
}

/** Refusals of an action that waiting does not change. A frozen pool or a card processor that does not answer can still allow it later. */
const finalCodes: readonly ErrorCode[] = ['conflict', 'not_found', 'pool_state', 'validation_failed'];

/** Carries a request out. One whose action has become impossible lapses at once with the reason, so that no admin waits in vain. */
async function approve(context: Platform, request: ApprovalRow, by: AskingAdmin | 'command line'): Promise<void> {
  const permit = permitApproved(context, request, by);
  let [isAsked, isAllowed] = [false, false];
  try {
    await executorOf(context, request).run(request, {
      ...permit,
      async allow(tx, movement) {
        isAsked = true;
        await permit.allow(tx, movement);
        isAllowed = true;
      },
    });
  } catch (error) {
    const isFinal = error instanceof AppError && finalCodes.includes(error.code);
    // The permit refuses a request that is over or whose admins are not active, which is not the action's reason.
    if (isFinal && isAsked === isAllowed) await endOver(context, request.id, error.message);
    throw error;
  }
  if (isAllowed) return;
  // The action found that there was nothing left to do, such as a refund that had reached the fan after all.
  await endOver(context, request.id, 'There was nothing left to do.');
  throw appError('conflict');
}

async function end(
  context: Platform,
  { actor, ip }: AskingAdmin,
  { id: requestId, kind, amountCents, requesterId, targetKind, targetId }: ApprovalRow,
  { status, answer }: { status: 'refused' | 'withdrawn'; answer: string | null },
): Promise<void> {
  await context.db.tx(async (tx) => {
    if (!(await markEnded(tx, requestId, { status, adminId: actor.userId, answer })))
      throw appError('conflict', { message: overMessage });
    await writeAudit(tx, {
      actorId: actor.userId,
      action: `approval.${status}`,
      targetKind,
      targetId,
      before: { status: 'waiting' },
      after: { status, requestId, requestedBy: requesterId, kind, amountCents },
      reason: answer,
      ip,
      concerned: [],
    });
    if (status === 'refused') await context.facts.publish(tx, 'approval.decided', { requestId });
  });
}
