import { appError } from '#contract/errors.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { canonicalPoolPath, poolIdPath } from '#contract/pools/pool-path.ts';
import { type AdultViewer, isAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Platform } from '#server/platform/platform.ts';
import { maskedTitle } from '#server/pools/adult-mask.ts';
import { permissionsOf } from './policy.ts';
import type { PledgeTarget } from './pool-funding.sql.ts';
import type { StoredPledge } from './store-pledge.sql.ts';
import { findView, type ViewRow } from './views.sql.ts';

/** The viewer. */
export interface Viewer extends AdultViewer {
  userId: string;
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null;

/** The view of a pledge for its fan. */
export function pledgeViewOf(row: ViewRow, viewer: AdultViewer): PledgeView {
  const masked = isAgeGated(viewer, row);
  return {
    id: row.id,
    poolId: row.poolId,
    poolTitle: masked ? maskedTitle() : row.poolTitle,
    poolPath: masked ? poolIdPath(row.poolId) : canonicalPoolPath(row),
    poolStatus: row.poolStatus,
    adult: row.adult,
    amount: row.amountCents,
    amountCents: row.amountCents,
    status: row.status,
    can: permissionsOf(row, { ...row, status: row.poolStatus }),
    anonymous: row.anonymous,
    createdAt: row.createdAt.toISOString(),
    dueAt: iso(row.dueAt),
    paidAt: iso(row.paidAt),
    refundedAt: iso(row.refundedAt),
    refundedCents: row.refundedCents,
    refundedOutside: row.refundedOutside,
    declineReason: row.declineReason,
    declineKind: row.declineKind,
    card: row.cardBrand && row.cardLast4 ? { brand: row.cardBrand, last4: row.cardLast4 } : null,
    cardExpiresOn: row.cardExpiresOn,
    dismissed: row.dismissed,
    metGoal: row.metGoal,
    poolCompleted: row.poolCompleted,
    objectUntil: iso(row.objectUntil),
  };
}

/** Returns the current view of a pledge. Throws `not_found` for everyone but its fan. */
export async function showPledge({ db }: Platform, viewer: Viewer, pledgeId: string): Promise<PledgeView> {
  const row = await findView(db.sql, pledgeId, viewer.userId);
  if (!row) throw appError('not_found');
  return pledgeViewOf(row, viewer);
}

/** The view of a pledge that was just stored and counts, which saves reading it back. */
export function viewStored(
  { title: poolTitle, slug, ownerUsername, profileUsername, adult, cardBrand, cardLast4, ...target }: PledgeTarget,
  pledge: StoredPledge & { metGoal: boolean },
  viewer: AdultViewer,
): PledgeView {
  const { id, poolId, poolStatus, amountCents, status, anonymous, createdAt, metGoal } = pledge;
  const row: ViewRow = {
    ...{ id, amountCents, status, anonymous, createdAt, metGoal },
    ...{ poolId, poolTitle, poolStatus, slug, adult, ownerUsername, profileUsername },
    cardBrand,
    cardLast4,
    // The next read of the pledge has it.
    cardExpiresOn: null,
    dueAt: null,
    paidAt: null,
    refundedAt: null,
    refundedCents: 0,
    refundedOutside: false,
    declineReason: null,
    declineKind: null,
    dismissed: false,
    poolCompleted: false,
    objectUntil: null,
    due: false,
    fanSuspended: false,
    frozen: target.frozen,
    overdue: target.overdue,
    creatorSuspended: target.creatorSuspended,
    takesLatePledges: target.takesLatePledges,
  };
  return pledgeViewOf(row, viewer);
}
