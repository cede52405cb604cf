import { readCustomer, storeCustomer } from './cards.sql.ts';
import type { MoneyContext } from './money-context.ts';

/** Returns the processor's reference of a person; creates it on first use. The processor learns only our user id. */
export async function ensureCustomer({ cards, db }: MoneyContext, userId: string): Promise<string> {
  const known = await readCustomer(db.sql, userId, cards.name);
  if (known) return known;
  const { customerRef } = await cards.createCustomer({ userId, key: `customer:${userId}` });
  await storeCustomer(db.sql, { userId, processor: cards.name, customerRef });
  return (await readCustomer(db.sql, userId, cards.name)) ?? customerRef;
}
