import type { MoneyContext } from '#server/money/money-context.ts';
import type { Behavior } from '#server/money/sandbox/behaviors.ts';
import { insertTestCard } from '#server/money/sandbox/insert-test-card.ts';
import { storeCard } from './cards.sql.ts';
import { ensureCustomer } from './ensure-customer.ts';

/** Saves a sandbox card for a person without the hosted page, for demo data. Throws with any other processor. */
export async function saveTestCard(context: MoneyContext, userId: string, behavior: Behavior): Promise<void> {
  const sandbox = context.processors.find('sandbox');
  if (!sandbox) throw new Error('test cards exist only with the sandbox processor');
  const customerRef = await ensureCustomer(context, sandbox, userId);
  await context.db.tx(async (tx) => {
    await storeCard(tx, userId, sandbox.name, await insertTestCard(tx, customerRef, behavior));
  });
}
