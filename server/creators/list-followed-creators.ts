import type { z } from 'zod';
import type { CreatorSummary } from '#contract/creators/creators.ts';
import { limits } from '#contract/limits.ts';
import type { pagination } from '#contract/values/paging.ts';
import type { Platform } from '#server/platform/platform.ts';
import { creatorSummaryOf, type Viewer } from './creator.ts';
import { countFollowed, listFollowedRows } from './creator-list.sql.ts';

/** Lists one page of the creators that a user follows, newest first. */
export async function listFollowedCreators(
  context: Platform,
  viewer: Pick<Viewer, 'seesAdult'>,
  { userId, page }: { userId: string; page: number },
): Promise<{ creators: CreatorSummary[]; pagination: z.infer<typeof pagination> }> {
  const { sql } = context.db;
  const pageSize = limits.creatorsPageSize;
  const whose = { userId, seesAdult: viewer.seesAdult };
  const [rows, totalCount] = await Promise.all([
    listFollowedRows(sql, { ...whose, limit: pageSize, offset: (page - 1) * pageSize }),
    countFollowed(sql, whose),
  ]);
  return {
    creators: rows.map(creatorSummaryOf),
    pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
  };
}
