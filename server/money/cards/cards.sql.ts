import type { SavedCard } from '#contract/pledges/pledges.ts';
import type { CardDetails } from '#server/money/card-processor.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** The cards that a fan has saved at these processors, newest first. */
export async function listCards(
  sql: Connection,
  userId: string,
  processors: readonly string[],
): Promise<(Omit<SavedCard, 'pools'> & { processor: string })[]> {
  return sql<(Omit<SavedCard, 'pools'> & { processor: string })[]>`
    select id, brand, last4, exp_month, exp_year, processor from cards
    where user_id = ${userId} and processor = any(${[...processors]}::text[]) and removed_at is null
    order by created_at desc, id`;
}

/** The references needed to charge a card; undefined if the card belongs to another person or was removed. */
export async function readChargeable(
  sql: Connection,
  { cardId, userId, processor }: { cardId: string; userId: string; processor: string },
): Promise<{ cardRef: string; customerRef: string } | undefined> {
  const [row] = await sql<{ cardRef: string; customerRef: string }[]>`
    select c.card_ref, u.customer_ref
    from cards c join processor_customers u on u.user_id = c.user_id and u.processor = c.processor
    where c.id = ${cardId} and c.user_id = ${userId} and c.processor = ${processor} and c.removed_at is null`;
  return row;
}

export async function storeCard(tx: Tx, userId: string, processor: string, card: CardDetails): Promise<string> {
  const { cardRef, brand, last4, expMonth, expYear } = card;
  const [row] = await tx<{ id: string }[]>`
    insert into cards (user_id, processor, card_ref, brand, last4, exp_month, exp_year)
    values (${userId}, ${processor}, ${cardRef}, ${brand}, ${last4}, ${expMonth}, ${expYear})
    on conflict (processor, card_ref) do update set brand = excluded.brand
    returning id`;
  if (!row) throw new Error(`card of ${userId} was not stored`);
  return row.id;
}

/** A card at its processor. */
export interface CardAtProcessor {
  processor: string;
  cardRef: string;
}

/** Returns the removed card at its processor; undefined if it belongs to another person or was already removed. */
export async function markCardRemoved(tx: Tx, cardId: string, userId: string): Promise<CardAtProcessor | undefined> {
  const [row] = await tx<CardAtProcessor[]>`
    update cards set removed_at = clock_timestamp()
    where id = ${cardId} and user_id = ${userId} and removed_at is null
    returning processor, card_ref`;
  return row;
}

export interface Customer {
  customerRef: string;
  /** The customer before this one, which the processor no longer has. */
  replaces: string | null;
}

export async function readCustomer(sql: Connection, userId: string, processor: string): Promise<Customer | undefined> {
  const [row] = await sql<Customer[]>`
    select customer_ref, replaces from processor_customers where user_id = ${userId} and processor = ${processor}`;
  return row;
}

/** Marks the person's cards at the processor as removed too. False if the replaced customer is no longer the stored one. */
export async function replaceCustomer(
  tx: Tx,
  { userId, processor, customerRef, replaces }: Customer & { userId: string; processor: string },
): Promise<boolean> {
  const replaced = await tx`
    update processor_customers set customer_ref = ${customerRef}, replaces = ${replaces}, forgotten_at = null
    where user_id = ${userId} and processor = ${processor} and customer_ref = ${replaces}
    returning 1`;
  if (replaced.length === 0) return false;
  await tx`
    update cards set removed_at = clock_timestamp()
    where user_id = ${userId} and processor = ${processor} and removed_at is null`;
  return true;
}

export async function storeCustomer(
  sql: Connection,
  customer: { userId: string; processor: string; customerRef: string; live: boolean },
): Promise<void> {
  await sql`insert into processor_customers ${sql({ ...customer })} on conflict (user_id, processor) do nothing`;
}

/**
 * The customers of deleted accounts that the processor still has; of one person, or of all. Leaves out a person with an unsettled charge,
 * because looking it up may need the customer.
 */
export async function listErasedCustomers(
  sql: Connection,
  processor: string,
  { userId, limit = 1 }: { userId?: string; limit?: number },
): Promise<string[]> {
  const rows = await sql<{ customerRef: string }[]>`
    select c.customer_ref from processor_customers c join users u on u.id = c.user_id
    where c.processor = ${processor} and c.forgotten_at is null and u.deleted_at is not null
      and ${userId ? sql`c.user_id = ${userId}` : sql`true`}
      and not exists (
        select from payments p
        where p.user_id = c.user_id and p.processor = c.processor and p.status in ('created', 'processing'))
    order by c.user_id limit ${limit}`;
  return rows.map(({ customerRef }) => customerRef);
}

export async function markCustomerForgotten(sql: Connection, processor: string, customerRef: string): Promise<void> {
  await sql`
    update processor_customers set forgotten_at = clock_timestamp()
    where processor = ${processor} and customer_ref = ${customerRef}`;
}

/** Marks all saved cards of a person as removed. */
export async function markCardsRemoved(tx: Tx, userId: string): Promise<void> {
  await tx`update cards set removed_at = clock_timestamp() where user_id = ${userId} and removed_at is null`;
}

/**
 * Marks a card of a person who has deleted their account as removed. Undefined for anyone else. Call it after the card is stored: the
 * insert waits for a deletion that is under way, so that this statement sees it.
 */
export async function removeCardOfErased(tx: Tx, cardId: string): Promise<CardAtProcessor | undefined> {
  const [row] = await tx<CardAtProcessor[]>`
    update cards c set removed_at = clock_timestamp() from users u
    where c.id = ${cardId} and c.removed_at is null and u.id = c.user_id and u.deleted_at is not null
    returning c.processor, c.card_ref`;
  return row;
}

export async function findCardByRef(sql: Connection, processor: string, cardRef: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from cards where processor = ${processor} and card_ref = ${cardRef}`;
  return row?.id;
}

/** Stores what the processor now says about a card. */
export async function updateCard(sql: Connection, id: string, card: Omit<CardDetails, 'cardRef'>): Promise<void> {
  const { brand, last4, expMonth, expYear } = card;
  await sql`
    update cards set brand = ${brand}, last4 = ${last4}, exp_month = ${expMonth}, exp_year = ${expYear}
    where id = ${id} and removed_at is null`;
}
