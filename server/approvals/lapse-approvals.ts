import { writeAudit } from '#server/audit/write-audit.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { markLapsed, markLapsedOf, markOver } from './approvals.sql.ts';
import type {} from './facts.ts';

type LapsedRequest = Awaited<ReturnType<typeof markLapsed>>[number];

async function record({ facts }: InTransaction<Platform>, tx: Tx, lapsed: readonly LapsedRequest[]): Promise<void> {
  for (const { id: requestId, requesterId, targetKind, targetId, kind, amountCents, answer } of lapsed) {
    await writeAudit(tx, {
      actorId: null,
      action: 'approval.lapsed',
      targetKind,
      targetId,
      before: { status: 'waiting' },
      after: { status: 'lapsed', requestId, requestedBy: requesterId, kind, amountCents },
      reason: answer,
      ip: '',
      concerned: [],
    });
    await facts.publish(tx, 'approval.decided', { requestId });
  }
}

/** Ends the requests whose time is over, and those of people who are no longer active admins, and notifies the admins who asked. */
export async function endLapsed(context: InTransaction<Platform>, tx: Tx): Promise<void> {
  await record(context, tx, await markLapsed(tx));
}

/** Ends a request whose action is no longer possible, with the reason. Does nothing if it no longer waits. */
export async function endOver(context: Platform, requestId: string, answer: string): Promise<void> {
  await context.db.tx(async (tx) => record(context, tx, await markOver(tx, requestId, answer)));
}

/** The job that ends requests. */
export async function lapseApprovals(context: Platform): Promise<void> {
  await context.db.tx((tx) => endLapsed(context, tx));
}

/** Ends the requests of a person who deletes their account, and those about them. */
export async function lapseApprovalsOf(context: InTransaction<Platform>, tx: Tx, userId: string): Promise<void> {
  await record(context, tx, await markLapsedOf(tx, userId));
}

/** After a restore: what waited when the backup was made may have been decided since. */
export async function lapseAllApprovals(tx: Tx): Promise<void> {
  await markLapsed(tx, 'all');
}
