import { storeCard } from './cards.sql.ts';
import { ensureCustomer } from './ensure-customer.ts';
import type { MoneyContext } from './money-context.ts';
import type { Behavior } from './sandbox/behaviors.ts';
import { keepTestCard } from './sandbox/keep-test-card.ts';

/** Gives a person a saved sandbox card without the hosted page: for demo data. Throws with any other processor. */
export async function saveTestCard(context: MoneyContext, userId: string, behavior: Behavior): Promise<void> {
  if (context.cards.name !== 'sandbox') throw new Error('test cards exist with the sandbox only');
  const customerRef = await ensureCustomer(context, userId);
  await context.db.tx(async (tx) => {
    await storeCard(tx, userId, context.cards.name, await keepTestCard(tx, customerRef, behavior));
  });
}
