import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

interface OfPledge {
  pledgeId: string;
}

/** The kinds that operations enqueue; jobs.ts says what they do. */
export const chargeJob: JobKind<OfPledge> = { kind: 'pledge.charge', queue: 'money' };
export const refundJob: JobKind<OfPledge> = { kind: 'pledge.refund', queue: 'money' };
export const closeJob: JobKind<OfPledge> = { kind: 'pledge.close', queue: 'money' };
export const setupOverJob: JobKind<OfPledge> = { kind: 'pledge.setup_over', queue: 'clock' };
export const remindJob: JobKind<OfPledge> = { kind: 'pledge.remind', queue: 'clock' };
export const lastTryJob: JobKind<OfPledge> = { kind: 'pledge.last_try', queue: 'clock' };

/** Has a kind run for a pledge at a moment; an earlier one that still waits comes forward, a later one stays where it is. */
export async function armJob(
  { jobs }: Platform,
  tx: Tx,
  kind: JobKind<OfPledge>,
  pledgeId: string,
  at: Date | null,
): Promise<void> {
  if (at) await jobs.enqueue(tx, kind, { pledgeId }, { startAt: at, singletonKey: pledgeId });
}

/** What money calls a pledge. */
export const subjectOf = (pledgeId: string) => `pledge:${pledgeId}`;

/** The pledge that a subject of money names; undefined when it is about something else. */
export function pledgeOf(subject: string): string | undefined {
  return subject.startsWith('pledge:') ? subject.slice('pledge:'.length) : undefined;
}
