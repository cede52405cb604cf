import type { Platform } from '#server/platform/platform.ts';
import { countRead } from './delivery.sql.ts';

/**
 * Logs that a fan opened deliveries or a file, as evidence against a later dispute. Every call adds one; content-file-routes.ts counts only
 * the first part of a file. A failure never keeps the fan from reading.
 */
export async function logRead(
  { db, log }: Platform,
  read: { userId: string; claimIds: readonly string[]; fileId: string | null },
): Promise<void> {
  if (read.claimIds.length === 0) return;
  try {
    await countRead(db.sql, read);
  } catch (error) {
    log.warn({ err: error }, 'a fan opened a delivery, but the access log was not written');
  }
}
