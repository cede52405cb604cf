import type { AuditTargetKind } from '#contract/admin/audit.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { nameWinnerOnConflict } from '#server/audit/admin-conflict.ts';
import type { AuditEntry } from '#server/audit/audit-entry.ts';
import { assertNotConcerned, writeAudit } from '#server/audit/write-audit.ts';
import { decideCreatorClaim } from '#server/creators/claims/decide-creator-claim.ts';
import { decideApplication } from '#server/creators/decide-application.ts';
import { decideContentClaim } from '#server/delivery/decide-content-claim.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { decidePoolClaim } from '#server/pools/claims/decide-pool-claim.ts';
import { approveDelivery } from './approve-delivery.ts';
import {
  findApplicationPeople,
  findCreatorClaimPeople,
  findDeliveryPeople,
  findPoolClaimPeople,
} from './people-concerned.sql.ts';

interface Decision {
  id: string;
  status: 'approved' | 'rejected';
  reason?: string | undefined;
}

type Trace = AuditEntry['before'];

interface Decided {
  id: string;
  status: Decision['status'];
  reason: string | null;
  adminId: string;
}

/** One kind of decision: the people concerned, the operation that applies it, and the fields of its audit row. */
interface Reviewed {
  action: 'verification' | 'content_claim' | 'pool_claim' | 'creator_claim';
  targetKind: AuditTargetKind;
  people: (sql: Connection, id: string) => Promise<string[]>;
  decide: (
    context: InTransaction<MoneyContext>,
    tx: Tx,
    decision: Decided,
  ) => Promise<{ before: Trace; after?: Trace }>;
}

const kinds = {
  verification: {
    action: 'verification',
    targetKind: 'creator_application',
    people: findApplicationPeople,
    decide: async (context, tx, decision) => {
      const { before } = await decideApplication(context, tx, decision);
      return { before: { status: before.status } };
    },
  },
  contentClaim: {
    action: 'content_claim',
    targetKind: 'content_claim',
    people: findDeliveryPeople,
    decide: async (context, tx, decision) => {
      const { before } = await decideContentClaim(context, tx, decision);
      return { before: { status: before.status } };
    },
  },
  poolClaim: {
    action: 'pool_claim',
    targetKind: 'pool_claim',
    people: findPoolClaimPeople,
    decide: async (context, tx, decision) => {
      const { before } = await decidePoolClaim(context, tx, decision);
      const creatorId = decision.status === 'approved' ? before.userId : null;
      return { before: { status: before.status }, after: { poolId: before.poolId, creatorId } };
    },
  },
  creatorClaim: {
    action: 'creator_claim',
    targetKind: 'creator_claim',
    people: findCreatorClaimPeople,
    decide: async (context, tx, decision) => {
      const { before } = await decideCreatorClaim(context, tx, decision);
      const creatorId = decision.status === 'approved' ? before.userId : null;
      return { before: { status: before.status }, after: { profileId: before.profileId, creatorId } };
    },
  },
} satisfies Record<string, Reviewed>;

/**
 * Applies an admin's decision and writes its audit row in one transaction. A rejection requires a reason, which the person sees. The
 * approval of a delivery with much money may wait for a second admin (approve-delivery.ts).
 */
export async function reviewClaim(
  context: MoneyContext,
  actor: Actor,
  ip: string,
  kind: keyof typeof kinds,
  decision: Decision,
): Promise<void> {
  const { id, status } = decision;
  const reason = decision.reason ?? null;
  const { action, targetKind, people, decide }: Reviewed = kinds[kind];
  if (status === 'rejected' && !reason) {
    throw appError('validation_failed', {
      message: () => t`Reason is required`,
      fields: { reason: () => t`Reason is required` },
    });
  }
  if (kind === 'contentClaim' && status === 'approved') return approveDelivery(context, { actor, ip }, { id, reason });
  const target = { targetKind, targetId: id, actorId: actor.userId };
  const review = async (tx: Tx) => {
    const concerned = await people(tx, id);
    assertNotConcerned(actor.userId, concerned);
    const { before, after } = await decide(context, tx, { id, status, reason, adminId: actor.userId });
    await writeAudit(tx, {
      ...target,
      action: `${action}.${status}`,
      before,
      after: { status, ...after },
      reason,
      ip,
      concerned,
    });
  };
  await nameWinnerOnConflict(context.db.sql, target, () => context.db.tx(review));
}
