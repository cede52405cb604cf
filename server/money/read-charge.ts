import type { Connection } from '#server/platform/postgres/db.ts';
import { type Charge, findCharge } from './charges.sql.ts';

/** The charge that paid for a subject ("pledge:ID"); undefined while it is not charged. */
export function readCharge(sql: Connection, subject: string): Promise<Charge | undefined> {
  return findCharge(sql, subject);
}
