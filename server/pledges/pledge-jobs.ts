import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

interface OfPledge {
  pledgeId: string;
}

/** The jobs of pledges; jobs.ts defines what each one does. */
export const chargeJob: JobKind<OfPledge> = { kind: 'pledge.charge', queue: 'money' };
export const refundJob: JobKind<OfPledge> = { kind: 'pledge.refund', queue: 'money' };
export const closeJob: JobKind<OfPledge> = { kind: 'pledge.close', queue: 'money' };
export const setupOverJob: JobKind<OfPledge> = { kind: 'pledge.setup_over', queue: 'clock' };
export const remindJob: JobKind<OfPledge> = { kind: 'pledge.remind', queue: 'clock' };
export const cardRetryJob: JobKind<OfPledge> = { kind: 'pledge.last_try', queue: 'clock' };

/** Schedules a job of a pledge, if `at` is given. A second job of the same kind and pledge is merged with the waiting one. */
export async function schedulePledgeJob(
  { jobs }: InTransaction<Platform>,
  tx: Tx,
  kind: JobKind<OfPledge>,
  pledgeId: string,
  at: Date | null,
): Promise<void> {
  if (at) await jobs.enqueue(tx, kind, { pledgeId }, { startAt: at, singletonKey: pledgeId });
}

/** The subject that identifies a pledge in the money module. */
export const subjectOf = (pledgeId: string) => `pledge:${pledgeId}`;

/** The pledge of a money subject; undefined if the subject is not a pledge. */
export function pledgeOf(subject: string): string | undefined {
  return subject.startsWith('pledge:') ? subject.slice('pledge:'.length) : undefined;
}

/**
 * The subject under which a fan saves a new card for a pledge. It differs from the pledge's own subject, so that settling an older page
 * cannot replace the card.
 */
export const replacementOf = (pledgeId: string) => `replacement:${pledgeId}`;

/** The pledge of such a subject; undefined for other subjects. */
export function replacedIn(subject: string): string | undefined {
  return subject.startsWith('replacement:') ? subject.slice('replacement:'.length) : undefined;
}
