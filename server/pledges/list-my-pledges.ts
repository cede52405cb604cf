import type { OutputOf } from '#contract/endpoint.ts';
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

/** Lists a fan's pledges, newest first; live ones with the figures and the picture of their pool. */
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
  const isLive = livePledgeStatuses.includes(row.status);
  return { ...pledgeViewOf(row, viewer), pool: isLive ? backedPoolOf(row, categories, viewer) : null };
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
  };
}
