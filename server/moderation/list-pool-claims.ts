import type { PoolClaimItem } from '#contract/claims.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type AdminQuery, type Page, pageOf } from '#server/platform/paging.ts';
import { readPoolCards } from '#server/pools/read-pool-cards.ts';
import { cardOf, justThis, type Looking, only, personOf } from './list-queues.ts';
import { listPoolClaimQueue, type PoolClaimQueueRow } from './pool-claim-queue.sql.ts';

export async function listPoolClaims(
  context: MoneyContext,
  looking: Looking,
  query: AdminQuery,
): Promise<Page<PoolClaimItem>> {
  const page = await pageOf(
    query,
    (filter) => listPoolClaimQueue(context.db.sql, filter),
    (row) => row,
  );
  return { ...page, items: await itemsOf(context, looking, page.items) };
}

export async function readPoolClaimItem(context: MoneyContext, looking: Looking, id: string): Promise<PoolClaimItem> {
  return only(await itemsOf(context, looking, await listPoolClaimQueue(context.db.sql, justThis(id))));
}

async function itemsOf(context: MoneyContext, looking: Looking, rows: PoolClaimQueueRow[]): Promise<PoolClaimItem[]> {
  const cards = await readPoolCards(
    context,
    rows.map(({ poolId }) => poolId),
    looking.ageVerified,
  );
  return rows.map((row) => {
    const card = cardOf(cards, row.poolId);
    return {
      id: row.id,
      status: row.status,
      poolId: row.poolId,
      poolTitle: card.title,
      poolPath: card.canonicalPath,
      poolStatus: card.status,
      userId: row.userId,
      user: personOf(row),
      creatorUsername: row.creatorUsername,
      message: row.message,
      proofUrl: row.proofUrl,
      reason: row.reason,
      createdAt: row.createdAt.toISOString(),
      decidedAt: row.decidedAt?.toISOString() ?? null,
    };
  });
}
