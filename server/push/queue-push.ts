import type { PushNote } from '#contract/push.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { Urgency } from './deliver-push.ts';
import { listDevices } from './subscriptions.sql.ts';

export interface QueuedPush {
  sessionId: string;
  note: PushNote;
  urgency: Urgency;
  /** The push is dropped after this time (milliseconds since 1970). */
  until: number;
}

export const pushJob: JobKind<QueuedPush> = { kind: 'push.send', queue: 'push' };

/** Queues a push to each subscribed device of a person. The jobs start after the transaction commits. */
export async function queuePush(
  context: InTransaction<Platform>,
  tx: Tx,
  userId: string,
  { ttlMs, ...push }: Pick<QueuedPush, 'note' | 'urgency'> & { ttlMs: number },
): Promise<void> {
  await queueForDevices(context, tx, userId, pushJob, { ...push, until: Date.now() + ttlMs });
}

/** Queues a job for each subscribed device of a person, such as a job that composes its note before each try. */
export async function queueForDevices<P extends object>(
  { config, jobs }: InTransaction<Platform>,
  tx: Tx,
  userId: string,
  job: JobKind<P & Pick<QueuedPush, 'sessionId'>>,
  payload: P,
): Promise<void> {
  const devices = await listDevices(tx, userId, config.session.idleMs);
  await jobs.enqueueMany(
    tx,
    job,
    devices.map((sessionId) => ({ ...payload, sessionId })),
  );
}
