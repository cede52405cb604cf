import type { AuditAction } from '#contract/admin/audit-actions.ts';
import { AppError, type ErrorCode } from '#contract/app-error.ts';
import { type LockedAccount, lockAccount } from '#server/accounts/administration/lock-account.ts';
import { assertVersion, nameWinnerOnConflict } from '#server/audit/admin-conflict.ts';
import type { AuditValues } from '#server/audit/audit-entry.ts';
import { recordRefusal } from '#server/audit/record-refusal.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

/** An admin, for the audit trail. */
export interface Admin {
  actor: Actor;
  ip: string;
}

/** The change to a person, for the audit trail. */
export interface Deed {
  action: AuditAction;
  before: AuditValues;
  after: AuditValues;
}

interface Attempt {
  userId: string;
  /** The main action, for a refused attempt. */
  action: AuditAction;
  reason?: string | undefined;
  version?: number | undefined;
  forDeletion?: boolean;
}

/** Refusals by a rule about admins, which the audit trail keeps. */
const policyCodes: readonly ErrorCode[] = ['own_account', 'last_admin', 'forbidden'];

/**
 * Runs an admin's action on a person: locks both accounts, checks the version and writes one audit row per change, all in one transaction. A
 * refusal by a rule is recorded; a lost race names the winner. Throws own_account, last_admin, forbidden, not_found, conflict.
 */
export async function actOnPerson(
  context: Platform,
  { actor, ip }: Admin,
  { userId, action, reason: given, version, forDeletion }: Attempt,
  work: (tx: Tx, account: LockedAccount) => Promise<Deed[]>,
): Promise<void> {
  const reason = given ?? null;
  const target = { targetKind: 'user', targetId: userId, actorId: actor.userId } as const;
  const act = async (tx: Tx) => {
    const account = await lockAccount(tx, actor, userId, { forDeletion });
    await assertVersion(tx, { ...target, version });
    for (const deed of await work(tx, account))
      await writeAudit(tx, { ...deed, ...target, reason, ip, concerned: [userId] });
  };
  try {
    await nameWinnerOnConflict(context.db.sql, target, () => context.db.tx(act));
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) await recordRefusal(context, { ...target, action, before: {}, after: { code: refusal }, reason, ip });
    throw error;
  }
}

function refusalOf(error: unknown): ErrorCode | undefined {
  // The database refuses to lose the last admin (keep-one-admin.sql).
  if (error instanceof Error && 'code' in error && error.code === 'FF409') return 'last_admin';
  return error instanceof AppError && policyCodes.includes(error.code) ? error.code : undefined;
}
