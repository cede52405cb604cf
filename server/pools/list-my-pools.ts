import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { type MyPoolGroup, myPoolGroupOf } from '#contract/pledges/my-pool-groups.ts';
import type { listMyPools as contract } from '#contract/pledges/my-pools.ts';
import { poolStatuses } from '#contract/pools/pools.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countPoolsByStatus, listPoolIdsOf } from './my-pools.sql.ts';
import { readPoolCards } from './read-pool-cards.ts';

/** Lists the pools that the caller started, including pools in review and removed pools. */
export async function listMyPools(
  context: Platform,
  actor: Actor,
  { group, page, seesAdult }: InputOf<typeof contract>['query'] & { seesAdult: boolean },
): Promise<OutputOf<typeof contract>> {
  const { sql } = context.db;
  const pageSize = limits.feedPageSize;
  const statuses = poolStatuses.filter((status) => group === undefined || myPoolGroupOf(status) === group);
  const [byStatus, ids] = await Promise.all([
    countPoolsByStatus(sql, actor.userId),
    listPoolIdsOf(sql, { ownerId: actor.userId, statuses, limit: pageSize, offset: (page - 1) * pageSize }),
  ]);
  const counts: Record<MyPoolGroup, number> = { filling: 0, making: 0, delivered: 0, ended: 0 };
  for (const { status, n } of byStatus) counts[myPoolGroupOf(status)] += n;
  const totalCount = group ? counts[group] : byStatus.reduce((sum, { n }) => sum + n, 0);
  const cards = await readPoolCards(context, ids, seesAdult);
  return {
    pools: ids.flatMap((id) => cards.get(id) ?? []),
    pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
    counts,
  };
}
