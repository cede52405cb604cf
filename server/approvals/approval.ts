import type { ApprovalKind } from '#contract/admin/approval-summary.ts';
import type { AuditTargetKind } from '#contract/admin/audit.ts';
import type { AuditValues, Concerned } from '#server/audit/audit-entry.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

/** An admin, for the audit trail. */
export interface AskingAdmin {
  actor: Actor;
  ip: string;
}

/** The action that an admin asks a second one to approve. */
export interface NewApproval {
  kind: ApprovalKind;
  /** The thing that it is about, as in the audit trail. Only one request about it waits at a time. */
  targetKind: AuditTargetKind;
  targetId: string;
  /** Null for a new admin. */
  amountCents: number | null;
  /** The executor's input, as JSON. */
  payload: AuditValues;
  reason: string | null;
  /** The people concerned. */
  concerned: Concerned;
  /** When the action becomes impossible, if that is known. The request lapses then at the latest. */
  until?: Date | null;
}

export interface ApprovalRow {
  id: string;
  kind: ApprovalKind;
  requesterId: string;
  requesterUsername: string;
  requesterName: string | null;
  requesterAvatar: string | null;
  targetKind: AuditTargetKind;
  targetId: string;
  amountCents: number | null;
  payload: AuditValues;
  reason: string | null;
  status: 'waiting' | 'approved' | 'refused' | 'withdrawn' | 'lapsed';
  deciderId: string | null;
  deciderUsername: string | null;
  deciderName: string | null;
  deciderAvatar: string | null;
  decidedAt: Date | null;
  answer: string | null;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * Who carries an action out, and what allows it. The action calls `allow` once, in its transaction, after it has locked and changed
 * everything and before its audit row. `allow` throws if the people concerned or the limit forbid it, which rolls the action back.
 */
export interface Permit {
  /** Null for the operator's command line. */
  actor: Actor | null;
  actorId: string | null;
  ip: string;
  /** For the audit row of the action: the request and the admin who asked. */
  trace: AuditValues;
  allow: (tx: Tx, movement: { amountCents: number | null; concerned: Concerned }) => Promise<void>;
}

/** Carries requests of one kind out. The module that owns the action registers it (hooks.ts). */
export interface ApprovalExecutor {
  /** Runs the action in its own transaction and calls `permit.allow` there. Throws the errors of the action. */
  run: (request: ApprovalRow, permit: Permit) => Promise<void>;
  /** The people concerned by a request, who cannot approve it. */
  concerned: (request: ApprovalRow) => Promise<readonly string[]>;
  /** Names the thing that a request is about, with the page that shows it. `title` replaces that of the kind. */
  describe: (request: ApprovalRow) => Promise<{ title?: string; label: string; path: string | null }>;
}
