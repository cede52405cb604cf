import type { Connection } from '#server/platform/postgres/db.ts';
import { findSecret, insertSecret } from './secrets.sql.ts';

/** Returns a secret of this installation. The first use generates it and stores it in the database for all nodes. */
export async function readSecret(sql: Connection, name: string, make: () => string): Promise<string> {
  const known = await findSecret(sql, name);
  if (known !== undefined) return known;
  await insertSecret(sql, name, make());
  const made = await findSecret(sql, name);
  if (made === undefined) throw new Error(`the secret ${name} was not stored`);
  return made;
}
