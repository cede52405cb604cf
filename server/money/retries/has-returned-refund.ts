import type { Connection } from '#server/platform/postgres/db.ts';
import { hasReturned } from './returned-refunds.sql.ts';

/** Whether the bank returned an amount of this payment that an admin had refunded, and no admin has acted on it. */
export const hasReturnedRefund = (sql: Connection, paymentId: string): Promise<boolean> => hasReturned(sql, paymentId);
