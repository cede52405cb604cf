import { userPath } from '#contract/paths.ts';
import { changeRole } from '#server/accounts/administration/change-role.ts';
import { lockAccount, lockAccountForOperator } from '#server/accounts/administration/lock-account.ts';
import type { ApprovalExecutor, Permit } from '#server/approvals/approval.ts';
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
export async function askForPromotion(
  context: InTransaction<Platform>,
  tx: Tx,
  admin: Admin,
  { userId, reason }: { userId: string; reason: string | null },
): Promise<void> {
  await storeRequest(context, tx, admin, {
    kind: 'user.promote',
    targetKind: 'user',
    targetId: userId,
    amountCents: null,
    payload: {},
    reason,
    concerned: [userId],
  });
}

/** Makes the people admins that a second admin has approved. */
export function promotionExecutor(context: Platform): ApprovalExecutor {
  return {
    concerned: async ({ targetId }) => [targetId],
    describe: async ({ targetId }) => {
      const username = await findUsername(context.db.sql, targetId);
      return username
        ? { label: `@${username}`, path: userPath(username) }
        : { label: 'a deleted account', path: null };
    },
    run: ({ targetId, reason }, permit) => promote(context, targetId, reason, permit),
  };
}

function promote({ db }: Platform, userId: string, reason: string | null, permit: Permit): Promise<void> {
  return db.tx(async (tx) => {
    const { actor, ip } = permit;
    const account = actor ? await lockAccount(tx, actor, userId) : await lockAccountForOperator(tx, userId);
    const concerned = [userId];
    await changeRole(tx, account, 'admin');
    await permit.allow(tx, { amountCents: null, concerned });
    await writeAudit(tx, {
      actorId: actor?.userId ?? null,
      action: 'user.role',
      targetKind: 'user',
      targetId: userId,
      before: { role: account.role },
      after: { role: 'admin', ...permit.trace },
      reason,
      ip,
      concerned,
    });
  });
}
