import { type AdminCounts, adminCounts } from '#contract/admin/moderation.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countLists } from './counts.sql.ts';

/** The figures of the admin area's tabs and navigation. */
export async function countAdminLists(context: Platform): Promise<AdminCounts> {
  const counts: Record<string, Record<string, number>> = {};
  for (const { list, status, count } of await countLists(context.db.sql))
    counts[list] = { ...counts[list], [status]: count };
  return adminCounts.parse(counts);
}
