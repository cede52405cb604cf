import type { AuditStatus, AuditTargetKind } from '#contract/admin/audit.ts';
import type { AuditAction } from '#contract/admin/audit-actions.ts';

export type AuditValues = Record<string, string | boolean | number | null>;

export interface AuditEntry {
  /** Null when the server acted on its own. */
  actorId: string | null;
  action: AuditAction;
  targetKind: AuditTargetKind;
  targetId: string;
  before: AuditValues;
  after: AuditValues;
  reason: string | null;
  ip: string;
  /** `done` by default. */
  status?: AuditStatus;
}

/**
 * The people who gain or lose by an action. An admin cannot act if they are one of them. `no_one` for an action on the whole site, and for
 * people who change something of their account without deciding as an admin.
 */
export type Concerned = 'no_one' | readonly (string | null | undefined)[];

/** A done action. */
export interface AuditedAction extends AuditEntry {
  concerned: Concerned;
}
