import type { UserSummary } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import type { PoolCard } from '#contract/pools.ts';
import {
  type AdminQuery,
  batchesOf,
  type Page,
  type PageFilter,
  pageOf,
  type RowPosition,
} from '#server/platform/http/paging.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { readPoolCards } from '#server/pools/read-pool-cards.ts';
import type { QueuedPerson } from './queue.sql.ts';

/**
 * An admin queue: its query, in which `id` selects one row, and the mapping of rows to items. Adult texts and pictures are not
 * masked: an admin must see what people wrote, even in a browser that has not passed the age gate.
 */
export interface AdminQueue<Row, Item> {
  rows: (sql: Connection, filter: PageFilter & { id?: string }) => Promise<Row[]>;
  items: (context: Platform, rows: Row[]) => Promise<Item[]>;
}

export async function listQueue<Row extends { totalCount: number }, Item>(
  context: Platform,
  queue: AdminQueue<Row, Item>,
  query: AdminQuery,
): Promise<Page<Item>> {
  const page = await pageOf(
    query,
    (filter) => queue.rows(context.db.sql, filter),
    (row) => row,
  );
  return { ...page, items: await queue.items(context, page.items) };
}

/** All matching items in batches, newest or oldest first. */
export async function* queueBatches<Row extends RowPosition, Item>(
  context: Platform,
  queue: AdminQueue<Row, Item>,
  query: Omit<AdminQuery, 'page'>,
): AsyncGenerator<Item[]> {
  for await (const rows of batchesOf(query, (filter) => queue.rows(context.db.sql, filter))) {
    yield await queue.items(context, rows);
  }
}

/** Returns the current state of one item of a queue. Throws not_found. */
export async function readQueued<Row, Item>(
  context: Platform,
  queue: AdminQueue<Row, Item>,
  id: string,
): Promise<Item> {
  const justThis = { id, search: null, status: null, sort: 'newest', oldestFirst: false, limit: 1, offset: 0 };
  const [item] = await queue.items(context, await queue.rows(context.db.sql, justThis));
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
