import type { Connection } from '#server/platform/postgres/db.ts';
import { findSecret, insertSecret } from './secrets.sql.ts';

/** A secret that this installation makes for itself: at first use, and kept with the data, the same on all nodes. */
export async function readSecret(sql: Connection, name: string, make: () => string): Promise<string> {
  const known = await findSecret(sql, name);
  if (known !== undefined) return known;
  await insertSecret(sql, name, make());
  const made = await findSecret(sql, name);
  if (made === undefined) throw new Error(`the secret ${name} was not kept`);
  return made;
}
