import type { CardProcessor } from './card-processor.ts';
import { readCustomer, storeCustomer } from './cards.sql.ts';
import type { MoneyContext } from './money-context.ts';

/** Returns a processor's reference of a person; creates it on first use. The processor learns only our user id. */
export async function ensureCustomer({ db }: MoneyContext, cards: CardProcessor, userId: string): Promise<string> {
  const known = await readCustomer(db.sql, userId, cards.name);
  if (known) return known;
  const { customerRef } = await cards.createCustomer({ userId, key: `customer:${userId}` });
  await storeCustomer(db.sql, { userId, processor: cards.name, customerRef, live: !cards.testMode });
  return (await readCustomer(db.sql, userId, cards.name)) ?? customerRef;
}
