import { randomBytes } from 'node:crypto';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { insertEvent } from './events.sql.ts';

/** The context of the sandbox processor: the platform and its own jobs. */
export interface SandboxContext {
  platform: Platform;
  deliverJob: JobKind<{ eventId: string }>;
  settlePayoutJob: JobKind<{ payoutId: string }>;
  disputeJob: JobKind<{ chargeId: string }>;
  believeEvidenceJob: JobKind<{ disputeId: string }>;
}

/** The context of the functions that run in one of the sandbox's transactions. */
export type SandboxInTransaction = Omit<SandboxContext, 'platform'> & { platform: InTransaction<Platform> };

/** Unguessable, because anyone who knows a session's id can use its page. */
export function newId(prefix: string): string {
  return `${prefix}_sandbox_${randomBytes(18).toString('base64url')}`;
}

/** Stores an event in the transaction; a job sends it to the platform as a webhook after commit. */
export async function emitEvent(
  sandbox: SandboxInTransaction,
  tx: Tx,
  type: string,
  reference: string,
  object: string,
): Promise<void> {
  const id = newId('evt');
  await insertEvent(tx, id, type, { id, type, livemode: false, data: { reference, object } });
  await sandbox.platform.jobs.enqueue(tx, sandbox.deliverJob, { eventId: id });
}
