import type { z } from 'zod';
import { appError } from '#contract/errors.ts';
import type { adminPoolItem, contentClaimItem, reportItem } from '#contract/moderation.ts';
import type { PoolCard } from '#contract/pools.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type AdminQuery, type Page, pageOf } from '#server/platform/paging.ts';
import { readDeliveries } from '#server/pools/read-deliveries.ts';
import { readPoolCards } from '#server/pools/read-pool-cards.ts';
import {
  type ClaimQueueRow,
  listClaimQueue,
  listPoolQueue,
  listReportQueue,
  type PoolQueueRow,
  type QueuedPerson,
  type ReportQueueRow,
} from './queues.sql.ts';

type ContentClaimItem = z.infer<typeof contentClaimItem>;
type AdminPoolItem = z.infer<typeof adminPoolItem>;
type ReportItem = z.infer<typeof reportItem>;

/** An admin who has not passed the age gate sees adult pools without their words and pictures, like everyone. */
export interface Looking {
  ageVerified: boolean;
}

export async function listContentClaims(
  context: MoneyContext,
  looking: Looking,
  query: AdminQuery,
): Promise<Page<ContentClaimItem>> {
  const page = await pageOf(
    query,
    (filter) => listClaimQueue(context.db.sql, filter),
    (row) => row,
  );
  return { ...page, items: await claimItems(context, looking, page.items) };
}

export async function readContentClaimItem(
  context: MoneyContext,
  looking: Looking,
  id: string,
): Promise<ContentClaimItem> {
  return only(await claimItems(context, looking, await listClaimQueue(context.db.sql, justThis(id))));
}

export async function listReports(
  context: MoneyContext,
  looking: Looking,
  query: AdminQuery,
): Promise<Page<ReportItem>> {
  const page = await pageOf(
    query,
    (filter) => listReportQueue(context.db.sql, filter),
    (row) => row,
  );
  return { ...page, items: await reportItems(context, looking, page.items) };
}

export async function readReportItem(context: MoneyContext, looking: Looking, id: string): Promise<ReportItem> {
  return only(await reportItems(context, looking, await listReportQueue(context.db.sql, justThis(id))));
}

export async function listAdminPools(
  context: MoneyContext,
  looking: Looking,
  query: AdminQuery,
): Promise<Page<AdminPoolItem>> {
  const page = await pageOf(
    query,
    (filter) => listPoolQueue(context.db.sql, filter),
    (row) => row,
  );
  return { ...page, items: await poolItems(context, looking, page.items) };
}

export async function readAdminPoolItem(context: MoneyContext, looking: Looking, id: string): Promise<AdminPoolItem> {
  return only(await poolItems(context, looking, await listPoolQueue(context.db.sql, justThis(id))));
}

export const justThis = (id: string) => ({ id, search: null, status: null, oldestFirst: false, limit: 1, offset: 0 });

export function only<T>(items: T[]): T {
  const [item] = items;
  if (!item) throw appError('not_found');
  return item;
}

export const personOf = (row: QueuedPerson) => ({
  id: row.userId,
  username: row.username,
  displayName: row.displayName,
  avatarUrl: row.avatarUrl,
});

export function cardOf(cards: Map<string, PoolCard>, poolId: string): PoolCard {
  const card = cards.get(poolId);
  if (!card) throw new Error(`pool ${poolId} of a queue has no card`);
  return card;
}

async function claimItems(context: MoneyContext, looking: Looking, rows: ClaimQueueRow[]): Promise<ContentClaimItem[]> {
  const ids = rows.map(({ id }) => id);
  const deliveries = await readDeliveries(context.db.sql, ids);
  const cards = await readPoolCards(
    context,
    rows.map(({ poolId }) => poolId),
    looking.ageVerified,
  );
  return rows.flatMap((row) => {
    const content = deliveries.get(row.id);
    if (!content) return [];
    const card = cardOf(cards, row.poolId);
    return [
      {
        id: row.id,
        poolId: row.poolId,
        poolTitle: card.title,
        poolPath: card.canonicalPath,
        userId: row.userId,
        user: personOf(row),
        status: row.status,
        createdAt: row.createdAt.toISOString(),
        decidedAt: row.decidedAt?.toISOString() ?? null,
        content,
      },
    ];
  });
}

async function reportItems(context: MoneyContext, looking: Looking, rows: ReportQueueRow[]): Promise<ReportItem[]> {
  const cards = await readPoolCards(
    context,
    rows.map(({ poolId }) => poolId),
    looking.ageVerified,
  );
  return rows.map((row) => {
    const card = cardOf(cards, row.poolId);
    return {
      id: row.id,
      kind: 'objection' as const,
      status: row.status,
      poolId: row.poolId,
      poolTitle: card.title,
      poolPath: card.canonicalPath,
      userId: row.userId,
      user: personOf(row),
      reason: row.reason,
      answer: row.answer,
      createdAt: row.createdAt.toISOString(),
      decidedAt: row.decidedAt?.toISOString() ?? null,
    };
  });
}

async function poolItems(context: MoneyContext, looking: Looking, rows: PoolQueueRow[]): Promise<AdminPoolItem[]> {
  const cards = await readPoolCards(
    context,
    rows.map(({ id }) => id),
    looking.ageVerified,
  );
  const text = (moment: Date | null) => moment?.toISOString() ?? null;
  return rows.map((row) => {
    const card = cardOf(cards, row.id);
    return {
      ...card,
      poolId: row.id,
      userId: card.creator.id,
      heldCents: row.heldCents,
      clocks: {
        responseDueAt: text(row.responseDueAt),
        paymentDueAt: text(row.paymentDueAt),
        shortfallDueAt: text(row.shortfallDueAt),
        deliveryDueAt: text(row.deliveryDueAt),
        quietUntil: text(row.quietUntil),
      },
    };
  });
}
