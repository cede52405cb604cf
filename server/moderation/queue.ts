import type { UserSummary } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import type { PoolCard } from '#contract/pools.ts';
import { maskAdultPerson } from '#server/creators/creator.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Connection } from '#server/platform/db.ts';
import { type AdminQuery, type Page, type PageFilter, pageOf } from '#server/platform/paging.ts';
import { readPoolCards } from '#server/pools/read-pool-cards.ts';
import type { QueuedPerson } from './queues.sql.ts';

/** An admin who has not passed the age gate sees adult pools without their words and pictures, like everyone. */
export interface Looking {
  ageVerified: boolean;
}

/** A list of the admin: its statement, where `id` picks one row, and what its rows are told as. */
export interface AdminQueue<Row, Item> {
  rows: (sql: Connection, filter: PageFilter & { id?: string }) => Promise<Row[]>;
  items: (context: MoneyContext, looking: Looking, rows: Row[]) => Promise<Item[]>;
}

export async function listQueue<Row extends { totalCount: number }, Item>(
  context: MoneyContext,
  looking: Looking,
  queue: AdminQueue<Row, Item>,
  query: AdminQuery,
): Promise<Page<Item>> {
  const page = await pageOf(
    query,
    (filter) => queue.rows(context.db.sql, filter),
    (row) => row,
  );
  return { ...page, items: await queue.items(context, looking, page.items) };
}

/** One entry of a queue, as it is after an act. */
export async function readQueued<Row, Item>(
  context: MoneyContext,
  looking: Looking,
  queue: AdminQueue<Row, Item>,
  id: string,
): Promise<Item> {
  const justThis = { id, search: null, status: null, oldestFirst: false, limit: 1, offset: 0 };
  const [item] = await queue.items(context, looking, await queue.rows(context.db.sql, justThis));
  if (!item) throw appError('not_found');
  return item;
}

export function personOf(row: QueuedPerson, { ageVerified }: Looking): UserSummary {
  const { userId: id, username, displayName, avatarUrl } = row;
  return maskAdultPerson({ id, username, displayName, avatarUrl }, { adult: row.personAdult, adultToo: ageVerified });
}

/** The cards of the pools that the rows are about. */
export async function cardsOf(
  context: MoneyContext,
  looking: Looking,
  poolIds: string[],
): Promise<(poolId: string) => PoolCard> {
  const cards = await readPoolCards(context, poolIds, looking.ageVerified);
  return (poolId) => {
    const card = cards.get(poolId);
    if (!card) throw new Error(`pool ${poolId} of a queue has no card`);
    return card;
  };
}

export const momentOf = (moment: Date | null): string | null => moment?.toISOString() ?? null;
