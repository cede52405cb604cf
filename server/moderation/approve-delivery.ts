import { t, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import type { ApprovalExecutor, AskingAdmin, Permit } from '#server/approvals/approval.ts';
import { permitSingle } from '#server/approvals/permit.ts';
import { requestIfNeeded } from '#server/approvals/request-approval.ts';
import { nameWinnerOnConflict } from '#server/audit/admin-conflict.ts';
import { assertNotConcerned, writeAudit } from '#server/audit/write-audit.ts';
import { decideContentClaim } from '#server/delivery/decide-content-claim.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { readPaid } from '#server/money/read-payments.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { readWaitingUntil } from '#server/pools/list-waiting.ts';
import { findPoolOfDelivery } from './content-claim-queue.sql.ts';
import { findDeliveryPeople } from './people-concerned.sql.ts';

interface Approval {
  id: string;
  reason: string | null;
}

/** The sum that the fans of a delivery's pool have paid, which its approval releases after the quiet period, in cents. */
async function readReleased(sql: Connection, claimId: string): Promise<number> {
  const pool = await findPoolOfDelivery(sql, claimId);
  if (!pool) return 0;
  const account = `held:${pool.poolId}` as const;
  return (await readPaid(sql, [account])).get(account)?.paidCents ?? 0;
}

/** Approves a delivery. Above TWO_ADMIN_LIMIT it waits for a second admin instead, at most as long as the pool waits. Throws as decideContentClaim does, and approval_waiting. */
export async function approveDelivery(context: MoneyContext, admin: AskingAdmin, approval: Approval): Promise<void> {
  const { sql } = context.db;
  const pool = await findPoolOfDelivery(sql, approval.id);
  const target = { targetKind: 'content_claim', targetId: approval.id } as const;
  const request = {
    kind: 'delivery.approve',
    ...target,
    amountCents: await readReleased(sql, approval.id),
    payload: {},
    reason: approval.reason,
    concerned: await findDeliveryPeople(sql, approval.id),
    until: pool ? await readWaitingUntil(context, pool.poolId) : null,
  } as const;
  await requestIfNeeded(context, admin, request, () =>
    nameWinnerOnConflict(sql, { ...target, actorId: admin.actor.userId }, () =>
      approveWithPermit(context, approval, permitSingle(context, admin)),
    ),
  );
}

function approveWithPermit(context: MoneyContext, { id, reason }: Approval, permit: Permit): Promise<void> {
  return context.db.tx(async (tx) => {
    const concerned = await findDeliveryPeople(tx, id);
    assertNotConcerned(permit.actorId, concerned);
    const { before } = await decideContentClaim(context, tx, {
      id,
      status: 'approved',
      reason,
      adminId: permit.actorId,
    });
    await permit.allow(tx, { amountCents: await readReleased(tx, id), concerned });
    await writeAudit(tx, {
      actorId: permit.actorId,
      action: 'content_claim.approved',
      targetKind: 'content_claim',
      targetId: id,
      before: { status: before.status },
      after: { status: 'approved', ...permit.trace },
      reason,
      ip: permit.ip,
      concerned,
    });
  });
}

/** Approves the deliveries that a second admin has approved. */
export function deliveryExecutor(context: MoneyContext): ApprovalExecutor {
  const { sql } = context.db;
  return {
    concerned: ({ targetId }) => findDeliveryPeople(sql, targetId),
    describe: async ({ targetId }) => {
      const pool = await findPoolOfDelivery(sql, targetId);
      return {
        label: pool ? verbatim(`“${pool.title}”`) : t`“A deleted pool”`,
        path: `${paths.adminContentClaims}?status=&open=${targetId}`,
      };
    },
    run: ({ targetId: id, reason }, permit) => approveWithPermit(context, { id, reason }, permit),
  };
}
