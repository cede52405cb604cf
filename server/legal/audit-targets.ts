import { paths } from '#contract/paths.ts';
import type { AuditTarget } from '#server/audit/hooks.ts';
import { referenceOf } from './takedown-view.ts';

/** Names copyright notices, profile and cover pictures, and exports of performer records in the audit trail. */
export function auditTargets(targets: readonly { kind: string; id: string }[]): AuditTarget[] {
  return targets.flatMap(({ kind, id }): AuditTarget[] => {
    const none = { kind, id, userId: null, poolId: null };
    if (kind === 'performer_records') return [{ ...none, label: 'Performer records', path: paths.adminRecords }];
    if (kind === 'image') return [{ ...none, label: 'A profile or cover picture', path: null }];
    if (kind !== 'takedown_notice') return [];
    const label = referenceOf(id);
    return [{ ...none, label, path: `${paths.adminTakedowns}?status=all&open=${id}` }];
  });
}
