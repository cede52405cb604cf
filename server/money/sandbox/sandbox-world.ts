import { randomBytes } from 'node:crypto';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { insertEvent } from './events.sql.ts';
import type { SandboxFaults } from './faults.ts';

/** What the sandbox processor stands on: the platform, its own tables and jobs, and in tests its faults. */
export interface SandboxWorld {
  platform: Platform;
  faults: SandboxFaults | undefined;
  deliverJob: JobKind<{ eventId: string }>;
  settlePayoutJob: JobKind<{ payoutId: string }>;
}

/** Unguessable: whoever knows a session's id can use its page. */
export function newId(prefix: string): string {
  return `${prefix}_sandbox_${randomBytes(18).toString('base64url')}`;
}

/** Tells the platform by a webhook, once what is told is committed. */
export async function emit(
  world: SandboxWorld,
  tx: Tx,
  type: string,
  reference: string,
  object: string,
): Promise<void> {
  const id = newId('evt');
  await insertEvent(tx, id, type, { id, type, livemode: false, data: { reference, object } });
  await world.platform.jobs.enqueue(tx, world.deliverJob, { eventId: id });
}
