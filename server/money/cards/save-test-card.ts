import type { CardDetails } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type Behavior, testCards } from '#server/money/sandbox/behaviors.ts';
import { insertCard } from '#server/money/sandbox/books.sql.ts';
import { newId } from '#server/money/sandbox/sandbox-context.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { storeCard } from './cards.sql.ts';
import { ensureCustomer } from './ensure-customer.ts';

/** Stores a test card as if the fan had entered it on the hosted page. */
async function insertTestCard(tx: Tx, customerRef: string, behavior: Behavior): Promise<CardDetails> {
  const number = testCards.find((card) => card.behavior === behavior)?.number ?? '';
  const card = { brand: 'visa', last4: number.slice(-4), expMonth: 12, expYear: 2034 };
  const cardRef = newId('card');
  await insertCard(tx, cardRef, customerRef, { ...card, behavior });
  return { cardRef, ...card };
}

/** Saves a sandbox card for a person without the hosted page, for demo data. Throws with any other processor. */
export async function saveTestCard(context: MoneyContext, userId: string, behavior: Behavior): Promise<void> {
  const sandbox = context.processors.find('sandbox');
  if (!sandbox) throw new Error('test cards exist only with the sandbox processor');
  const customerRef = await ensureCustomer(context, sandbox, userId);
  await context.db.tx(async (tx) => {
    await storeCard(tx, userId, sandbox.name, await insertTestCard(tx, customerRef, behavior));
  });
}
