import type { Connection } from '#server/platform/postgres/db.ts';
import { readPayment } from './payments.sql.ts';

/** The subject of a payment ("pledge:ID"); undefined if there is no such payment. */
export async function readPaymentSubject(sql: Connection, paymentId: string): Promise<string | undefined> {
  return (await readPayment(sql, paymentId))?.subject;
}
