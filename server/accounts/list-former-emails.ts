import type { Connection } from '#server/platform/postgres/db.ts';
import { listFormerEmails as list } from './former-emails.sql.ts';

/** The addresses that a person used until lately, for warnings: a thief may have changed the address first. */
export function listFormerEmails(sql: Connection, userId: string): Promise<string[]> {
  return list(sql, userId);
}
