import type { listCreatorPayouts as contract } from '#contract/creator-desk.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { listPayouts } from '#server/money/list-payouts.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http.ts';
import { maskAdultCard } from './adult-mask.ts';
import { readCategories } from './categories.ts';
import { listCardsByIds } from './pool-cards.sql.ts';
import { poolCardOf } from './pool-view.ts';

const poolSubject = /^pool:([0-9a-f-]{36})/;

/** A creator's payouts with the pools they were for. */
export async function listCreatorPayouts(
  context: MoneyContext,
  actor: Actor,
  ageVerified: boolean,
): Promise<OutputOf<typeof contract>> {
  const [payouts, categories] = await Promise.all([listPayouts(context.db.sql, actor.userId), readCategories(context)]);
  const poolOfSubject = (subject: string) => poolSubject.exec(subject)?.[1] ?? null;
  const ids = payouts.flatMap(({ subject }) => poolOfSubject(subject) ?? []);
  const rows = await listCardsByIds(context.db.sql, [...new Set(ids)]);
  const cards = rows.map((row) => poolCardOf(row, categories));
  const titles = new Map(cards.map((card) => [card.id, (ageVerified ? card : maskAdultCard(card)).title]));
  return {
    payouts: payouts.map(({ id, subject, amountCents, status, createdAt, paidAt }) => {
      const poolId = poolOfSubject(subject);
      return {
        id,
        poolId,
        poolTitle: poolId && (titles.get(poolId) ?? null),
        amountCents,
        status,
        createdAt: createdAt.toISOString(),
        paidAt: paidAt?.toISOString() ?? null,
      };
    }),
  };
}
