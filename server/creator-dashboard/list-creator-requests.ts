import type {
  listCreatorRequests as contract,
  getCreatorRequest,
  RequestStage,
} from '#contract/creators/creator-dashboard.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countByStatus, findRequestOfCreator, listRequestsOfCreator, statusesOf } from './requests.sql.ts';
import { showRequests } from './requests.ts';

const pageSize = limits.creatorRequestsPageSize;

/** The number of a creator's pools in each stage. */
export async function countRequests(context: Platform, actor: Actor): Promise<Record<RequestStage, number>> {
  const counts = await countByStatus(context.db.sql, actor.userId);
  const sum = (stage: RequestStage) =>
    counts.reduce((total, { status, count }) => (statusesOf[stage].includes(status) ? total + count : total), 0);
  return { waiting: sum('waiting'), working: sum('working'), ended: sum('ended') };
}

/** Lists one page of a creator's pools in a stage. */
export async function listCreatorRequests(
  context: Platform,
  actor: Actor,
  { stage, page, seesAdult }: { stage: RequestStage; page: number; seesAdult: boolean },
): Promise<OutputOf<typeof contract>> {
  const [counts, rows] = await Promise.all([
    countRequests(context, actor),
    listRequestsOfCreator(context, actor.userId, { stage, limit: pageSize, offset: (page - 1) * pageSize }),
  ]);
  const totalCount = counts[stage];
  return {
    items: await showRequests(context, actor, rows, seesAdult),
    pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
  };
}

/**
 * Reads one pool; null if it is not assigned to the creator. A link to a pool that was assigned to someone else is not an error: the dashboard explains
 * it.
 */
export async function readCreatorRequest(
  context: Platform,
  actor: Actor,
  { poolId, seesAdult }: { poolId: string; seesAdult: boolean },
): Promise<OutputOf<typeof getCreatorRequest>> {
  const row = await findRequestOfCreator(context, actor.userId, poolId);
  const [request] = row ? await showRequests(context, actor, [row], seesAdult) : [];
  return { request: request ?? null };
}
