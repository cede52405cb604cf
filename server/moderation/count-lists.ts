import { type AdminCounts, adminCounts } from '#contract/admin/moderation.ts';
import { limits } from '#contract/limits.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countLists } from './counts.sql.ts';
import type {} from './hooks.ts';

/** The figures of the admin area's tabs and navigation. */
export async function countAdminLists(context: Platform): Promise<AdminCounts> {
  const counts: Record<string, Record<string, number>> = {};
  const { sql } = context.db;
  const later = context.hooks.all('admin.counts').map((count) => count(sql, limits.adminBadgeMax));
  for (const { list, status, count } of (await Promise.all([countLists(sql), ...later])).flat())
    counts[list] = { ...counts[list], [status]: count };
  return adminCounts.parse(counts);
}
