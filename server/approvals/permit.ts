import { appError } from '#contract/errors.ts';
import { lockTrail } from '#server/audit/lock-trail.ts';
import { assertNotConcerned, writeAudit } from '#server/audit/write-audit.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { ApprovalRow, AskingAdmin, Permit } from './approval.ts';
import { markApproved, sumMovedAlone } from './approvals.sql.ts';

/** Thrown inside a transaction that one admin may not commit alone, which rolls it back. `requestIfNeeded` catches it. */
export class NeedsSecondAdmin extends Error {}

/** An admin's permit to move money alone, up to TWO_ADMIN_LIMIT within 24 hours. */
export function permitAlone({ config }: Pick<Platform, 'config'>, { actor, ip }: AskingAdmin): Permit {
  const limitCents = config.twoAdminLimitCents;
  return {
    actor,
    actorId: actor.userId,
    ip,
    trace: {},
    async allow(tx, { amountCents, concerned }) {
      assertNotConcerned(actor.userId, concerned);
      if (limitCents === undefined || amountCents === null) return;
      await lockTrail(tx);
      if ((await sumMovedAlone(tx, actor.userId)) + amountCents > limitCents) throw new NeedsSecondAdmin();
    },
  };
}

/**
 * An admin's permit for one action, such as the approval of a delivery: its own amount decides, without the others of the day. It cannot be
 * split, and the money leaves days later.
 */
export function permitSingle({ config }: Pick<Platform, 'config'>, { actor, ip }: AskingAdmin): Permit {
  return {
    actor,
    actorId: actor.userId,
    ip,
    trace: {},
    async allow(_tx, { amountCents, concerned }) {
      assertNotConcerned(actor.userId, concerned);
      if ((amountCents ?? 0) > (config.twoAdminLimitCents ?? Number.POSITIVE_INFINITY)) throw new NeedsSecondAdmin();
    },
  };
}

/** The permit that a second admin, or the operator on the command line, gives to a request. */
export function permitApproved(
  { facts }: Pick<Platform, 'facts'>,
  request: ApprovalRow,
  by: AskingAdmin | 'command line',
): Permit {
  const actor = by === 'command line' ? null : by.actor;
  const actorId = actor?.userId ?? null;
  const ip = by === 'command line' ? '' : by.ip;
  const { id: requestId, requesterId, targetKind, targetId, amountCents, kind } = request;
  const allow = async (tx: Tx, { concerned }: Parameters<Permit['allow']>[1]) => {
    assertNotConcerned(requesterId, concerned);
    if (!(await markApproved(tx, requestId, actorId))) throw appError('conflict', { message: overMessage });
    await writeAudit(tx, {
      actorId,
      action: 'approval.approved',
      targetKind,
      targetId,
      before: { status: 'waiting' },
      after: {
        status: 'approved',
        requestId,
        requestedBy: requesterId,
        kind,
        amountCents,
        commandLine: actorId === null,
      },
      reason: request.reason,
      ip,
      concerned,
    });
    await facts.publish(tx, 'approval.decided', { requestId });
  };
  return { actor, actorId, ip, trace: { requestId, requestedBy: requesterId }, allow };
}

export const overMessage = () => 'This request no longer waits for a second admin. Nothing was changed by this.';
