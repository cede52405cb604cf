import { readCustomer, storeCustomer } from './cards.sql.ts';
import type { MoneyContext } from './money-context.ts';

/** The processor's name for a person, made the first time it is needed. It learns our id and nothing else of them. */
export async function ensureCustomer({ cards, db }: MoneyContext, userId: string): Promise<string> {
  const known = await readCustomer(db.sql, userId, cards.name);
  if (known) return known;
  const { customerRef } = await cards.createCustomer({ userId, key: `customer:${userId}` });
  await storeCustomer(db.sql, { userId, processor: cards.name, customerRef });
  return (await readCustomer(db.sql, userId, cards.name)) ?? customerRef;
}
