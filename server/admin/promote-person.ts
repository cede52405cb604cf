import { appError } from '#contract/errors.ts';
import { userPath } from '#contract/paths.ts';
import { changeRole } from '#server/accounts/administration/change-role.ts';
import { liftSuspension } from '#server/accounts/administration/lift-suspension.ts';
import {
  type LockedAccount,
  lockAccount,
  lockAccountForOperator,
} from '#server/accounts/administration/lock-account.ts';
import type { ApprovalExecutor, ApprovalRow, Permit } from '#server/approvals/approval.ts';
import { storeRequest } from '#server/approvals/request-approval.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { Admin } from './act-on-person.ts';
import { findUsername } from './person-detail.sql.ts';

/**
 * Asks a second admin to make a person an admin, in the transaction that has locked both accounts. The request has its own audit row.
 * Throws approval_waiting.
 */
export function askForPromotion(
  context: InTransaction<Platform>,
  tx: Tx,
  admin: Admin,
  request: { userId: string; reason: string | null },
): Promise<void> {
  return ask(context, tx, admin, { ...request, payload: {} });
}

/** Asks a second admin to lift the suspension of an admin, which is a request for a new admin with this payload. As `askForPromotion`. */
export function askForLift(
  context: InTransaction<Platform>,
  tx: Tx,
  admin: Admin,
  request: { userId: string; reason: string | null },
): Promise<void> {
  return ask(context, tx, admin, { ...request, payload: { liftsSuspension: true } });
}

const isLift = ({ payload }: Pick<ApprovalRow, 'payload'>): boolean => payload.liftsSuspension === true;

async function ask(
  context: InTransaction<Platform>,
  tx: Tx,
  admin: Admin,
  { userId, payload, reason }: { userId: string; payload: ApprovalRow['payload']; reason: string | null },
): Promise<void> {
  await storeRequest(context, tx, admin, {
    kind: 'user.promote',
    targetKind: 'user',
    targetId: userId,
    amountCents: null,
    payload,
    reason,
    concerned: [userId],
  });
}

/** Makes the people admins that a second admin has approved, also those whose suspension ends. */
export function promotionExecutor(context: Platform): ApprovalExecutor {
  return {
    concerned: async ({ targetId }) => [targetId],
    describe: async (request) => {
      const username = await findUsername(context.db.sql, request.targetId);
      if (!username) return { label: 'a deleted account', path: null };
      const about = { label: `@${username}`, path: userPath(username) };
      return isLift(request) ? { ...about, title: `End of the suspension of admin @${username}` } : about;
    },
    run: (request, permit) => makeAdmin(context, request, permit),
  };
}

interface Change {
  action: 'user.role' | 'user.suspension_lifted';
  before: ApprovalRow['payload'];
  after: ApprovalRow['payload'];
}

function makeAdmin(context: Platform, request: ApprovalRow, permit: Permit): Promise<void> {
  const { targetId: userId, reason } = request;
  return context.db.tx(async (tx) => {
    const { actor, actorId, ip } = permit;
    const account = actor ? await lockAccount(tx, actor, userId) : await lockAccountForOperator(tx, userId);
    const concerned = [userId];
    const { action, before, after } = isLift(request)
      ? await lift(context, tx, account, { adminId: actorId, reason: reason ?? '' })
      : await promote(context, tx, account);
    await permit.allow(tx, { amountCents: null, concerned });
    await writeAudit(tx, {
      actorId,
      action,
      targetKind: 'user',
      targetId: userId,
      before,
      after: { ...after, ...permit.trace },
      reason,
      ip,
      concerned,
    });
  });
}

async function promote(context: InTransaction<Platform>, tx: Tx, account: LockedAccount): Promise<Change> {
  if (account.role === 'admin') throw appError('conflict', { message: () => 'This person is already an admin.' });
  await changeRole(context, tx, account, 'admin');
  return { action: 'user.role', before: { role: account.role }, after: { role: 'admin' } };
}

async function lift(
  context: InTransaction<Platform>,
  tx: Tx,
  { id, role, suspendedAt, suspendedUntil }: LockedAccount,
  by: { adminId: string | null; reason: string },
): Promise<Change> {
  if (role !== 'admin' || !suspendedAt) {
    throw appError('conflict', { message: () => 'This person is no longer a suspended admin.' });
  }
  await liftSuspension(context, tx, id, by);
  return {
    action: 'user.suspension_lifted',
    before: { suspended: true, until: suspendedUntil?.toISOString() ?? null },
    after: { suspended: false, until: null },
  };
}
