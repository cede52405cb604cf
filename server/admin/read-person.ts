import type { AdminUserDetail } from '#contract/admin/users.ts';
import { appError } from '#contract/errors.ts';
import { canonicalPoolPath } from '#contract/pools/pool-path.ts';
import { readSignIn } from '#server/accounts/administration/read-sign-in.ts';
import { readWaitingApproval } from '#server/approvals/list-approvals.ts';
import { listAudit } from '#server/audit/list-audit.ts';
import { listAccountHolds } from '#server/money/payouts/hold-payouts.ts';
import { readEarnings } from '#server/money/payouts/read-earnings.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readPeople } from './list-people.ts';
import {
  findProfileOf,
  listChargesOf,
  listNoticesOf,
  listPledgesOf,
  listPoolsOf,
  listReportedMessages,
  listReportsAgainst,
  listReportsBy,
  type ReportOfPersonRow,
  sumPaid,
} from './person-detail.sql.ts';

const listMax = 20;
const isoOf = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** One person's data for admins. Adult titles and texts are not masked. Throws not_found. */
export async function readPerson(context: Platform, userId: string): Promise<AdminUserDetail> {
  const { sql } = context.db;
  const [[item], profile, { signIn, sessions }, paid, { balanceCents }, history, promotion, accountHolds] =
    await Promise.all([
      readPeople(context, [userId]),
      findProfileOf(sql, userId),
      readSignIn(context, userId),
      sumPaid(sql, userId),
      readEarnings(sql, userId),
      listAudit(context, { targetKind: 'user', targetId: userId, sort: 'newest', page: 1 }),
      readWaitingApproval(sql, 'user', userId),
      listAccountHolds(sql, userId),
    ]);
  if (!item || !profile) throw appError('not_found');
  const by =
    history.items.find(({ action, status }) => action === 'user.suspended' && status === 'done')?.actor ?? null;
  return {
    ...item,
    bio: profile.bio,
    creatorUsername: profile.creatorUsername,
    signIn,
    suspension:
      item.status === 'suspended' && profile.suspendedAt
        ? { since: profile.suspendedAt.toISOString(), until: item.suspendedUntil, reason: profile.suspendedReason, by }
        : null,
    payoutHold:
      profile.heldAt && profile.heldReason ? { since: profile.heldAt.toISOString(), reason: profile.heldReason } : null,
    accountHolds: accountHolds.map(({ processor, until }) => ({ processor, until: until.toISOString() })),
    promotion,
    money: { ...paid, heldCents: item.heldCents, payableCents: balanceCents },
    sessions: { items: sessions.slice(0, listMax), totalCount: sessions.length },
    audit: { items: history.items, totalCount: history.pagination.totalCount },
    ...(await readParts(context, userId)),
  };
}

type Parts = Pick<
  AdminUserDetail,
  'pledges' | 'pools' | 'reportsBy' | 'reportsAgainst' | 'messagesReported' | 'notices'
>;

async function readParts(context: Platform, userId: string): Promise<Parts> {
  const { sql } = context.db;
  const [pledges, pools, reportsBy, reportsAgainst, messages, notices] = await Promise.all([
    readPledges(context, userId),
    listPoolsOf(sql, userId, listMax),
    listReportsBy(sql, userId, listMax),
    listReportsAgainst(sql, userId, listMax),
    listReportedMessages(sql, userId, listMax),
    listNoticesOf(sql, userId, listMax),
  ]);
  return {
    pledges,
    pools: partOf(pools, (row) => ({
      id: row.id,
      title: row.title,
      path: canonicalPoolPath(row),
      status: row.status,
      frozen: row.frozen,
      as: row.isOwner ? 'owner' : 'creator',
      fundingGoal: row.goalCents,
      pledgedAmount: row.pledgedCents,
      createdAt: row.createdAt.toISOString(),
    })),
    reportsBy: partOf(reportsBy, reportOf),
    reportsAgainst: partOf(reportsAgainst, reportOf),
    messagesReported: partOf(messages, ({ id, excerpt, reports, openReports, gone, reportedAt }) => ({
      id,
      excerpt,
      reports,
      openReports,
      gone,
      reportedAt: reportedAt.toISOString(),
    })),
    notices: partOf(notices, ({ id, kind, title, createdAt, readAt }) => ({
      id,
      kind,
      title,
      createdAt: createdAt.toISOString(),
      read: readAt !== null,
    })),
  };
}

async function readPledges({ db }: Platform, userId: string): Promise<Parts['pledges']> {
  const rows = await listPledgesOf(db.sql, userId, listMax);
  const charges = await listChargesOf(
    db.sql,
    rows.map(({ id }) => id),
  );
  return partOf(rows, (row) => ({
    id: row.id,
    poolId: row.poolId,
    poolTitle: row.title,
    poolPath: canonicalPoolPath(row),
    poolStatus: row.poolStatus,
    amountCents: row.amountCents,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    charges: charges
      .filter(({ pledgeId }) => pledgeId === row.id)
      .map(({ id, status, amountCents, refundedCents, declineReason, createdAt, settledAt }) => ({
        id,
        status,
        amountCents,
        refundedCents,
        declineReason,
        createdAt: createdAt.toISOString(),
        settledAt: isoOf(settledAt),
      })),
  }));
}

function partOf<Row extends { totalCount: number }, Item>(rows: Row[], itemOf: (row: Row) => Item) {
  return { items: rows.map(itemOf), totalCount: rows[0]?.totalCount ?? 0 };
}

function reportOf(row: ReportOfPersonRow): AdminUserDetail['reportsBy']['items'][number] {
  const { id, kind, status, reason, answer, excerpt, otherId, otherUsername: username } = row;
  const other =
    otherId && username ? { id: otherId, username, displayName: row.otherName, avatarUrl: row.otherAvatar } : null;
  const createdAt = row.createdAt.toISOString();
  return { id, kind, status, reason, answer, excerpt, other, createdAt, decidedAt: isoOf(row.decidedAt) };
}
