import type { OutputOf } from '#contract/endpoint.ts';
import { isAdultCategory } from '#contract/limits.ts';
import { livePledgeStatuses, type PledgeStatus } from '#contract/pledges/pledge-view.ts';
import type { BackedPool, listBackedPools as backedEndpoint, ListedPledge } from '#contract/pledges/pledges.ts';
import { type Categories, readCategories } from '#server/creators/categories.ts';
import { imageUrl } from '#server/media/image-url.ts';
import type { Platform } from '#server/platform/platform.ts';
import { poolCategoriesOf } from '#server/pools/pool-view.ts';
import { pledgeViewOf, type Viewer } from './show-pledge.ts';
import { type ListedRow, listViews } from './views.sql.ts';

/** The page shows at most this many pledges; the data export has all of them. */
const limit = 500;

/** Lists a fan's pledges, newest first, with the figures, the picture and the creator of their pools. */
export async function listMyPledges(context: Platform, viewer: Viewer, status?: PledgeStatus): Promise<ListedPledge[]> {
  const categories = await readCategories(context);
  const rows = await listViews(context.db.sql, { fanId: viewer.userId, statuses: status ? [status] : null, limit });
  return rows.map((row) => listedPledgeOf(row, categories, viewer));
}

/** The feed shows at most this many pools that the fan backs. */
const backedLimit = 8;

/** Lists a fan's newest live pledges with the number of all: the feed shows no others, and reads them for each page. */
export async function listBackedPools(context: Platform, viewer: Viewer): Promise<OutputOf<typeof backedEndpoint>> {
  const categories = await readCategories(context);
  const terms = { fanId: viewer.userId, statuses: livePledgeStatuses, limit: backedLimit };
  const rows = await listViews(context.db.sql, terms);
  return { total: rows[0]?.total ?? 0, pledges: rows.map((row) => listedPledgeOf(row, categories, viewer)) };
}

function listedPledgeOf(row: ListedRow, categories: Categories, viewer: Viewer): ListedPledge {
  const pool = row.poolStatus === 'removed' ? null : backedPoolOf(row, categories, viewer);
  return { ...pledgeViewOf(row, viewer), pool };
}

/** The picture of an adult pool is only for viewers who have passed the age gate. */
function backedPoolOf(row: ListedRow, categories: Categories, { ageVerified }: Viewer): BackedPool {
  return {
    id: row.poolId,
    imageUrl: row.imageKey && (ageVerified || !row.adult) ? imageUrl(row.imageKey) : null,
    categories: poolCategoriesOf(row.categoryIds, categories),
    fundingGoal: row.goalCents,
    pledgedAmount: row.pledgedCents,
    currentAmount: row.paidCents,
    deadline: row.deadline.toISOString(),
    creator: creatorOf(row, categories, ageVerified),
  };
}

function creatorOf(row: ListedRow, categories: Categories, ageVerified: boolean): BackedPool['creator'] {
  if (row.creatorUsername === null) return null;
  const { creatorUsername: username, creatorStatus: status, creatorCategoryId: categoryId } = row;
  const category = categoryId === null ? undefined : categories.byId.get(categoryId);
  if (category && isAdultCategory(category.name) && !ageVerified) {
    return { username, status, displayName: username, avatarUrl: null };
  }
  return { username, status, displayName: row.creatorName, avatarUrl: row.creatorAvatar };
}
