import { storeCard } from './cards.sql.ts';
import { ensureCustomer } from './ensure-customer.ts';
import type { MoneyContext } from './money-context.ts';
import type { Behavior } from './sandbox/behaviors.ts';
import { insertTestCard } from './sandbox/insert-test-card.ts';

/** Saves a sandbox card for a person without the hosted page, for demo data. Throws with any other processor. */
export async function saveTestCard(context: MoneyContext, userId: string, behavior: Behavior): Promise<void> {
  const sandbox = context.processors.find('sandbox');
  if (!sandbox) throw new Error('test cards exist only with the sandbox processor');
  const customerRef = await ensureCustomer(context, sandbox, userId);
  await context.db.tx(async (tx) => {
    await storeCard(tx, userId, sandbox.name, await insertTestCard(tx, customerRef, behavior));
  });
}
