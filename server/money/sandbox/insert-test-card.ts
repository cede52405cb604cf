import type { CardDetails } from '#server/money/card-processor.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { type Behavior, testCards } from './behaviors.ts';
import { insertCard } from './books.sql.ts';
import { newId } from './sandbox-context.ts';

/** Stores a test card as if the fan had entered it on the hosted page. */
export async function insertTestCard(tx: Tx, customerRef: string, behavior: Behavior): Promise<CardDetails> {
  const number = testCards.find((card) => card.behavior === behavior)?.number ?? '';
  const card = { brand: 'visa', last4: number.slice(-4), expMonth: 12, expYear: 2034 };
  const cardRef = newId('card');
  await insertCard(tx, cardRef, customerRef, { ...card, behavior });
  return { cardRef, ...card };
}
