import { isDeepStrictEqual } from 'node:util';
import { appError } from '#contract/errors.ts';
import { assertNotConcerned, writeAudit } from '#server/audit/write-audit.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { AskingAdmin, NewApproval } from './approval.ts';
import { insertApproval, listWaitingOf } from './approvals.sql.ts';
import type {} from './facts.ts';
import { endLapsed } from './lapse-approvals.ts';
import { NeedsSecondAdmin } from './permit.ts';

/** How long a request waits for a second admin, at most. */
export const approvalWaitMs = 72 * 60 * 60_000;

/**
 * Runs an action of one admin. If it needs a second one (`NeedsSecondAdmin`, after its transaction has rolled back), stores a request
 * instead and returns `waits`. Throws approval_waiting if another request about the same thing waits.
 */
export async function requestIfNeeded<T>(
  context: Platform,
  admin: AskingAdmin,
  request: NewApproval,
  work: () => Promise<T>,
): Promise<T | 'waits'> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NeedsSecondAdmin)) throw error;
    await context.db.tx((tx) => storeRequest(context, tx, admin, request));
    return 'waits';
  }
}

/** Stores a request in the caller's transaction. A repeated request of the same admin changes nothing. Throws approval_waiting, conflict. */
export async function storeRequest(
  context: InTransaction<Platform>,
  tx: Tx,
  { actor, ip }: AskingAdmin,
  request: NewApproval,
): Promise<void> {
  const { kind, targetKind, targetId, amountCents, reason, concerned } = request;
  assertNotConcerned(actor.userId, concerned);
  if (request.until && request.until.getTime() <= Date.now()) {
    throw appError('conflict', { message: () => 'The time for this is over, so no second admin could approve it.' });
  }
  // A request whose time is over would keep its place until the job runs.
  await endLapsed(context, tx);
  const requestId = await insertApproval(tx, actor.userId, request, approvalWaitMs);
  if (!requestId) {
    const [waiting] = await listWaitingOf(tx, targetKind, [targetId]);
    const isRepeated =
      waiting?.requesterId === actor.userId &&
      waiting.kind === kind &&
      waiting.amountCents === amountCents &&
      isDeepStrictEqual(waiting.payload, request.payload);
    if (isRepeated) return;
    throw appError('approval_waiting');
  }
  await writeAudit(tx, {
    actorId: actor.userId,
    action: 'approval.requested',
    targetKind,
    targetId,
    before: {},
    after: { status: 'waiting', requestId, kind, amountCents },
    reason,
    ip,
    concerned,
  });
  await context.facts.publish(tx, 'approval.requested', { requestId });
}
