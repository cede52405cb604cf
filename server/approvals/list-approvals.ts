import type { z } from 'zod';
import type { WaitingApproval } from '#contract/admin/approval-summary.ts';
import { approvalTitle } from '#contract/admin/approval-title.ts';
import type { ApprovalItem, listApprovals as contract, getApprovalTerms } from '#contract/admin/approvals.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { appError, errorMessages } from '#contract/errors.ts';
import { textOf } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { cappedPageOf, type Page } from '#server/platform/http/capped-page.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import type { ApprovalRow } from './approval.ts';
import {
  countApprovals,
  countOtherActiveAdmins,
  findApproval,
  hasLostAdmin,
  listApprovalRows,
  listWaitingOf,
  sumMovedAlone,
} from './approvals.sql.ts';
import { executorOf, ownRequest } from './decide-approval.ts';
import { approvalWaitMs } from './request-approval.ts';

/** Lists the requests that wait, the oldest first, or the decided ones, the newest first. */
export function listApprovals(
  context: Platform,
  actor: Actor,
  { status, page }: z.output<typeof contract.query>,
): Promise<Page<ApprovalItem>> {
  const { sql } = context.db;
  return cappedPageOf(
    page,
    {
      find: async (most, at) => ({
        totalCount: await countApprovals(sql, status, most),
        keys: await listApprovalRows(sql, status, at),
      }),
      walk: (at) => listApprovalRows(sql, status, at),
      read: (rows) => Promise.all(rows.map((row) => itemOf(context, actor, row))),
    },
    limits.adminCountMax,
  );
}

/** Reads one request for an admin. Throws not_found. */
export async function showApproval(context: Platform, actor: Actor, id: string): Promise<ApprovalItem> {
  return itemOf(context, actor, await readApproval(context.db.sql, id));
}

/** Reads one request. Throws not_found. */
export async function readApproval(sql: Connection, id: string): Promise<ApprovalRow> {
  const request = await findApproval(sql, id);
  if (!request) throw appError('not_found');
  return request;
}

/** The name of a request and of what it is about. */
export async function describeApproval(
  context: Pick<Platform, 'hooks'>,
  request: ApprovalRow,
): Promise<{ title: string; label: string; path: string | null }> {
  const about = await executorOf(context, request).describe(request);
  return { title: approvalTitle(request.kind, request.amountCents, about.label), ...about };
}

async function itemOf(context: Platform, actor: Actor, request: ApprovalRow): Promise<ApprovalItem> {
  const { title, ...about } = await describeApproval(context, request);
  const isOwn = request.requesterId === actor.userId;
  const isWaiting = request.status === 'waiting';
  const concerned = isWaiting ? await executorOf(context, request).concerned(request) : [];
  const blocked = isOwn ? ownRequest() : concerned.includes(actor.userId) ? textOf(errorMessages.own_decision) : null;
  const { deciderId, deciderUsername } = request;
  return {
    ...summaryOf(request),
    status: request.status,
    title,
    about,
    reason: request.reason,
    decidedBy:
      deciderId && deciderUsername
        ? {
            id: deciderId,
            username: deciderUsername,
            displayName: request.deciderName,
            avatarUrl: request.deciderAvatar,
          }
        : null,
    decidedAt: request.decidedAt?.toISOString() ?? null,
    answer: request.answer,
    can: { decide: isWaiting && blocked === null, withdraw: isWaiting && isOwn, blocked: isWaiting ? blocked : null },
  };
}

const summaryOf = (request: ApprovalRow): WaitingApproval => ({
  id: request.id,
  kind: request.kind,
  requester: {
    id: request.requesterId,
    username: request.requesterUsername,
    displayName: request.requesterName,
    avatarUrl: request.requesterAvatar,
  },
  amountCents: request.amountCents,
  createdAt: request.createdAt.toISOString(),
  expiresAt: request.expiresAt.toISOString(),
});

/** The request about a thing that waits for a second admin; null if there is none. */
export async function readWaitingApproval(
  sql: Connection,
  targetKind: ApprovalRow['targetKind'],
  targetId: string,
): Promise<WaitingApproval | null> {
  return (await readWaitingApprovals(sql, targetKind, [targetId])).get(targetId) ?? null;
}

/** The same for several things, by their ids. */
export async function readWaitingApprovals(
  sql: Connection,
  targetKind: ApprovalRow['targetKind'],
  targetIds: readonly string[],
): Promise<Map<string, WaitingApproval>> {
  const rows = await listWaitingOf(sql, targetKind, targetIds);
  return new Map(rows.map((row) => [row.targetId, summaryOf(row)]));
}

/** The amount that an admin may move alone, and whether others can approve more. */
export async function readApprovalTerms(
  { db, config }: Platform,
  actor: Actor,
): Promise<OutputOf<typeof getApprovalTerms>> {
  const limitCents = config.twoAdminLimitCents ?? null;
  const [movedCents, otherAdmins, promotionWaits] = await Promise.all([
    limitCents === null ? 0 : sumMovedAlone(db.sql, actor.userId),
    countOtherActiveAdmins(db.sql, actor.userId),
    needsSecondForPromotion(db.sql, actor.userId),
  ]);
  return {
    limitCents,
    leftCents: limitCents === null ? null : Math.max(0, limitCents - movedCents),
    otherAdmins,
    promotionWaits,
  };
}

/**
 * Whether making someone an admin waits for a second admin: if there is one, and also if one was there until lately, because a stolen
 * account could suspend or demote the others first.
 */
export async function needsSecondForPromotion(sql: Connection, adminId: string): Promise<boolean> {
  return (await countOtherActiveAdmins(sql, adminId)) > 0 || hasLostAdmin(sql, approvalWaitMs);
}

/** The waiting requests, for the operator's command line. */
export async function listForOperator(
  context: Pick<Platform, 'db' | 'hooks'>,
): Promise<{ id: string; title: string; label: string; requester: string; expiresAt: Date }[]> {
  const rows = await listApprovalRows(context.db.sql, 'waiting', { limit: 1000, offset: 0 });
  return Promise.all(
    rows.map(async (row) => {
      const { title, label } = await describeApproval(context, row);
      return { id: row.id, title, label, requester: row.requesterUsername, expiresAt: row.expiresAt };
    }),
  );
}
