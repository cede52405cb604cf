import type { OutputOf } from '#contract/endpoint.ts';
import { livePledgeStatuses, type PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { BackedPool, listBackedPools as backedEndpoint, ListedPledge } from '#contract/pledges/pledges.ts';
import { type Categories, readCategories } from '#server/creators/categories.ts';
import { maskAdultCreator } from '#server/creators/creator.ts';
import { imageUrl } from '#server/media/image-url.ts';
import { isAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Platform } from '#server/platform/platform.ts';
import { poolCategoriesOf } from '#server/pools/pool-view.ts';
import { pledgeViewOf, type Viewer } from './show-pledge.ts';
import { type ListedRow, listViews } from './views.sql.ts';

/** The page shows at most this many pledges; the data export has all of them. */
const limit = 500;

/** Lists a fan's pledges, newest first, with the figures, the picture and the creator of their pools. */
export async function listMyPledges(context: Platform, viewer: Viewer, status?: PledgeStatus): Promise<ListedPledge[]> {
  const reader = await readerOf(context, viewer);
  const rows = await listViews(context.db.sql, { fanId: viewer.userId, statuses: status ? [status] : null, limit });
  return rows.map((row) => listedPledgeOf(row, reader));
}

/** The feed shows at most this many pools that the fan backs. */
const backedLimit = 8;

/** Lists a fan's newest live pledges with the number of all: the feed shows no others, and reads them for each page. */
export async function listBackedPools(context: Platform, viewer: Viewer): Promise<OutputOf<typeof backedEndpoint>> {
  const reader = await readerOf(context, viewer);
  const terms = { fanId: viewer.userId, statuses: livePledgeStatuses, limit: backedLimit };
  const rows = await listViews(context.db.sql, terms);
  return { total: rows[0]?.total ?? 0, pledges: rows.map((row) => listedPledgeOf(row, reader)) };
}

interface Reader extends Viewer {
  categories: Categories;
}

async function readerOf(context: Platform, viewer: Viewer): Promise<Reader> {
  return { ...viewer, categories: await readCategories(context) };
}

function listedPledgeOf(row: ListedRow, reader: Reader): ListedPledge {
  const pool = row.poolStatus === 'removed' ? null : backedPoolOf(row, reader);
  return { ...pledgeViewOf(row, reader), pool };
}

/** The picture of an adult pool is only for viewers who have passed the age gate. */
function backedPoolOf(row: ListedRow, reader: Reader): BackedPool {
  return {
    id: row.poolId,
    imageUrl: row.imageKey && !isAgeGated(reader, row) ? imageUrl(row.imageKey) : null,
    categories: poolCategoriesOf(row.categoryIds, reader.categories),
    fundingGoal: row.goalCents,
    pledgedAmount: row.pledgedCents,
    currentAmount: row.paidCents,
    deadline: row.deadline.toISOString(),
    frozen: row.frozen,
    creator: creatorOf(row, reader),
  };
}

function creatorOf(row: ListedRow, { categories, seesAdult }: Reader): BackedPool['creator'] {
  if (row.creatorUsername === null) return null;
  const category = row.creatorCategoryId === null ? undefined : categories.byId.get(row.creatorCategoryId);
  const creator = {
    username: row.creatorUsername,
    status: row.creatorStatus,
    displayName: row.creatorName,
    avatarUrl: row.creatorAvatar,
  };
  if (seesAdult) return creator;
  const { category: _, ...shown } = maskAdultCreator({ ...creator, category: category?.name ?? null });
  return shown;
}
