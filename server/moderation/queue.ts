import type { UserSummary } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import type { PoolCard } from '#contract/pools/pools.ts';
import type { Page } from '#server/platform/http/capped-page.ts';
import { type AdminQuery, type AdminRows, batchesOf, pageOf } from '#server/platform/http/paging.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readPoolCards } from '#server/pools/read-pool-cards.ts';
import type { QueuedPerson } from './queue.sql.ts';

/**
 * An admin queue: its rows, and the mapping of rows to items. Adult texts and pictures are not masked: an admin must see what people
 * wrote, even in a browser that has not passed the age gate.
 */
export interface AdminQueue<Row, Item> extends AdminRows<Row> {
  items: (context: Platform, rows: Row[]) => Promise<Item[]>;
}

export async function listQueue<Row, Item>(
  context: Platform,
  queue: AdminQueue<Row, Item>,
  query: AdminQuery,
): Promise<Page<Item>> {
  const page = await pageOf(context.db.sql, queue, query);
  return { ...page, items: await queue.items(context, page.items) };
}

/** All matching items in batches, newest or oldest first. */
export async function* queueBatches<Row, Item>(
  context: Platform,
  queue: AdminQueue<Row, Item>,
  query: Omit<AdminQuery, 'page'>,
): AsyncGenerator<Item[]> {
  for await (const rows of batchesOf(context.db.sql, queue, query)) yield await queue.items(context, rows);
}

/** Returns the current state of one item of a queue. Throws not_found. */
export async function readQueued<Row, Item>(
  context: Platform,
  queue: Pick<AdminQueue<Row, Item>, 'read' | 'items'>,
  id: string,
): Promise<Item> {
  const [item] = await queue.items(context, await queue.read(context.db.sql, [id]));
  if (!item) throw appError('not_found');
  return item;
}

export function personOf({ userId: id, username, displayName, avatarUrl }: QueuedPerson): UserSummary {
  return { id, username, displayName, avatarUrl };
}

/** Reads the pool cards of a page in one query. The returned function throws for a pool that has no card. */
export async function cardsOf(context: Platform, poolIds: string[]): Promise<(poolId: string) => PoolCard> {
  const cards = await readPoolCards(context, poolIds, true);
  return (poolId) => {
    const card = cards.get(poolId);
    if (!card) throw new Error(`pool ${poolId} of a queue has no card`);
    return card;
  };
}

export const momentOf = (moment: Date | null): string | null => moment?.toISOString() ?? null;
