import type { AuditAction, AuditStatus, AuditTargetKind } from '#contract/admin/audit.ts';

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
