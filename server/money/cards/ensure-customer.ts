import { type CardProcessor, ProcessorFault } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Payment } from '#server/money/payments.ts';
import { type Customer, markCardRemoved, readCustomer, replaceCustomer, storeCustomer } from './cards.sql.ts';

/** Returns a processor's reference of a person; creates it on first use. The processor learns only our user id. */
export async function ensureCustomer(context: MoneyContext, cards: CardProcessor, userId: string): Promise<string> {
  return (await readOrCreate(context, cards, userId)).customerRef;
}

/**
 * Makes a request for a person's customer under an idempotency key. If the processor no longer has the customer, creates another one and
 * repeats the request for it.
 */
export async function withCustomer<T>(
  context: MoneyContext,
  cards: CardProcessor,
  { userId, key }: { userId: string; key: string },
  request: (by: { customerRef: string; key: string }) => Promise<T>,
): Promise<T> {
  const customer = await readOrCreate(context, cards, userId);
  try {
    return await request(keyed(customer, key));
  } catch (error) {
    if (!(error instanceof ProcessorFault) || error.missing !== 'customer') throw error;
    await replaceMissingCustomer(context, cards, { userId, customerRef: customer.customerRef });
    return request(keyed(await readOrCreate(context, cards, userId), key));
  }
}

/**
 * Creates a customer in place of one that the processor no longer has, and marks the saved cards as removed, because they went with it.
 * Concurrent and repeated calls create one: the key names the missing customer, and only the first call stores its result.
 */
export async function replaceMissingCustomer(
  { db, log }: MoneyContext,
  cards: CardProcessor,
  { userId, customerRef: missingRef }: { userId: string; customerRef: string },
): Promise<void> {
  const { customerRef } = await cards.createCustomer({ userId, key: `customer:${userId}:after:${missingRef}` });
  const replacement = { userId, processor: cards.name, customerRef, replaces: missingRef };
  if (!(await db.tx((tx) => replaceCustomer(tx, replacement)))) return;
  log.warn(
    { userId, processor: cards.name, missingRef, customerRef },
    'replaced a customer that the processor deleted',
  );
}

/**
 * Marks the card of a refused charge as removed when the processor no longer has it, so that nothing else is charged to it. When its
 * customer is missing as well, creates another customer. Without an answer of the processor, the next call for the customer does it.
 */
export async function forgetMissing(
  context: MoneyContext,
  { userId, cardId, processor }: Payment,
  { missing }: ProcessorFault,
): Promise<void> {
  const { db, log, processors } = context;
  if (!missing) return;
  // The customer is read before the card is marked, because another call may replace both.
  const customer = missing === 'customer' ? await readCustomer(db.sql, userId, processor) : undefined;
  if (cardId) await db.tx((tx) => markCardRemoved(tx, cardId, userId));
  if (!customer) return;
  try {
    await replaceMissingCustomer(context, processors.get(processor), { userId, ...customer });
  } catch (error) {
    if (!(error instanceof ProcessorFault)) throw error;
    log.warn({ err: error, userId, processor }, 'could not replace a missing customer yet');
  }
}

async function readOrCreate({ db }: MoneyContext, cards: CardProcessor, userId: string): Promise<Customer> {
  const existing = await readCustomer(db.sql, userId, cards.name);
  if (existing) return existing;
  const { customerRef } = await cards.createCustomer({ userId, key: `customer:${userId}` });
  await storeCustomer(db.sql, { userId, processor: cards.name, customerRef, live: !cards.testMode });
  return (await readCustomer(db.sql, userId, cards.name)) ?? { customerRef, replaces: null };
}

/** The processor would refuse a used key with another customer, and it repeats a stored refusal. */
function keyed({ customerRef, replaces }: Customer, key: string): { customerRef: string; key: string } {
  return { customerRef, key: replaces === null ? key : `${key}:${customerRef}` };
}
