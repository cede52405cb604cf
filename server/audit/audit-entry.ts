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

/**
 * The people concerned by an action: those who gain or lose by it. No admin acts on themselves. `no_one` for actions on the site as a
 * whole, and for people who act on what is theirs without deciding as an admin.
 */
export type Concerned = 'no_one' | readonly (string | null | undefined)[];

/** A done action. */
export interface AuditedAction extends AuditEntry {
  concerned: Concerned;
}
