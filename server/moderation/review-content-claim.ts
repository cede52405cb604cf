import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http.ts';
import { decideContentClaim } from '#server/pools/decide-content-claim.ts';
import { insertAudit } from './audit.sql.ts';
import type { Decision } from './review-application.ts';

/** An admin approves a delivery, or sends it back with a reason. */
export async function reviewContentClaim(
  context: MoneyContext,
  actor: Actor,
  ip: string,
  { id, status, reason }: Decision,
): Promise<void> {
  await context.db.tx(async (tx) => {
    const decision = { id, status, reason: reason ?? null, adminId: actor.userId };
    const { before } = await decideContentClaim(context, tx, decision);
    await insertAudit(tx, {
      actorId: actor.userId,
      action: `content_claim.${status}`,
      targetKind: 'content_claim',
      targetId: id,
      before: { status: before.status },
      after: { status },
      reason: decision.reason,
      ip,
    });
  });
}
