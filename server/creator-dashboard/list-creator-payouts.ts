import type { listCreatorPayouts as contract } from '#contract/creators/creator-dashboard.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { listPayouts } from '#server/money/payouts/read-earnings.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readPoolCards } from '#server/pools/read-pool-cards.ts';

const poolSubject = /^pool:([0-9a-f-]{36})/;
const pageSize = limits.payoutsPageSize;

/** Lists one page of a creator's payouts with their pools. */
export async function listCreatorPayouts(
  context: Platform,
  actor: Actor,
  { page, seesAdult }: { page: number; seesAdult: boolean },
): Promise<OutputOf<typeof contract>> {
  const { payouts, totalCount } = await listPayouts(context.db.sql, actor.userId, {
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
  const poolOfSubject = (subject: string) => poolSubject.exec(subject)?.[1] ?? null;
  const ids = payouts.flatMap(({ subject }) => poolOfSubject(subject) ?? []);
  const cards = await readPoolCards(context, [...new Set(ids)], seesAdult);
  return {
    payouts: payouts.map(({ subject, createdAt, paidAt, accountHeldUntil, ...payout }) => {
      const poolId = poolOfSubject(subject);
      return {
        ...payout,
        poolId,
        poolTitle: poolId && (cards.get(poolId)?.title ?? null),
        accountHeldUntil: accountHeldUntil?.toISOString() ?? null,
        createdAt: createdAt.toISOString(),
        paidAt: paidAt?.toISOString() ?? null,
      };
    }),
    pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
  };
}
