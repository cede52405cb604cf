import { appError } from '#contract/errors.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { insertAudit } from './audit.sql.ts';
import type { AuditedAction, Concerned } from './audit-entry.ts';

/**
 * Appends a row to the audit trail, in the transaction of the audited action. Call it last: from here to the commit, no other
 * transaction can append a row. Throws own_decision, which rolls the action back, if the actor is one of the people concerned.
 */
export async function writeAudit(tx: Tx, { concerned, ...entry }: AuditedAction): Promise<void> {
  assertNotConcerned(entry.actorId, concerned);
  const people = concerned === 'no_one' ? [] : [...new Set(concerned.filter((id) => typeof id === 'string'))];
  await insertAudit(tx, { status: 'done', ...entry, concerned: people });
}

/** Throws own_decision if this admin is one of the people concerned. Actions that need an early answer call it before they begin. */
export function assertNotConcerned(actorId: string | null, concerned: Concerned): void {
  if (actorId !== null && concerned !== 'no_one' && concerned.includes(actorId)) throw appError('own_decision');
}
