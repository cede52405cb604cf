import type { AuditAction } from '#contract/admin/audit-actions.ts';
import { paths } from '#contract/paths.ts';
import type { AuditValues } from '#server/audit/audit-entry.ts';
import type { AuditTarget } from '#server/audit/hooks.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';

export interface MoneyAdmin {
  actor: Actor;
  ip: string;
}

/** Records what an admin ran on the whole ledger, with its result. */
export function auditMoney(
  context: Platform,
  { actor, ip }: MoneyAdmin,
  action: Extract<AuditAction, `money.${string}`>,
  result: AuditValues,
): Promise<void> {
  return context.db.tx((tx) =>
    writeAudit(tx, {
      actorId: actor.userId,
      action,
      targetKind: 'money',
      targetId: 'ledger',
      before: {},
      after: result,
      reason: null,
      ip,
      concerned: 'no_one',
    }),
  );
}

/** Names the ledger, payments and disputes in the audit trail. */
export function moneyAuditTargets(targets: readonly { kind: string; id: string }[]): AuditTarget[] {
  return targets.flatMap(({ kind, id }) => {
    const none = { kind, id, userId: null, poolId: null };
    if (kind === 'money') return [{ ...none, label: 'Ledger', path: paths.adminMoney }];
    if (kind === 'payment')
      return [{ ...none, label: 'Payment', path: `${paths.adminMoney}/movements?status=&open=${id}` }];
    if (kind === 'dispute')
      return [{ ...none, label: 'Dispute', path: `${paths.adminMoney}/disputes?status=&open=${id}` }];
    return [];
  });
}
