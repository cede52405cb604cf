import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http.ts';
import { decideObjection } from '#server/pools/decide-objection.ts';
import { insertAudit } from './audit.sql.ts';

export interface ReportDecision {
  id: string;
  status: 'upheld' | 'dismissed' | 'approved' | 'rejected';
  outcome: 'refund' | 'redo';
  reason?: string | undefined;
}

/** An admin upholds an objection (everyone is refunded, or the work is redone) or dismisses it. "approved" means upheld. */
export async function reviewReport(
  context: MoneyContext,
  actor: Actor,
  ip: string,
  { id, status, outcome, reason }: ReportDecision,
): Promise<void> {
  const verdict = status === 'upheld' || status === 'approved' ? 'upheld' : 'dismissed';
  const answer = reason ?? null;
  await context.db.tx(async (tx) => {
    const { before } = await decideObjection(context, tx, {
      id,
      status: verdict,
      outcome,
      answer,
      adminId: actor.userId,
    });
    await insertAudit(tx, {
      actorId: actor.userId,
      action: `objection.${verdict}`,
      targetKind: 'objection',
      targetId: id,
      before: { status: before.status },
      after: { status: verdict, outcome: verdict === 'upheld' ? outcome : null },
      reason: answer,
      ip,
    });
  });
}
