import type { OutputOf } from '#contract/endpoint.ts';
import { livePledgeStatuses, type PledgeStatus } from '#contract/pledges/pledge-view.ts';
import { type listBackedPools as backedEndpoint, backedPool, type ListedPledge } from '#contract/pledges/pledges.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readPoolCards } from '#server/pools/read-pool-cards.ts';
import { pledgeViewOf, type Viewer } from './show-pledge.ts';
import { listNewestViews, listViews, type ViewRow } from './views.sql.ts';

/** The page shows at most this many pledges; the data export has all of them. */
const limit = 500;

/** Lists a fan's pledges, newest first; live ones with the figures and the picture of their pool. */
export async function listMyPledges(context: Platform, viewer: Viewer, status?: PledgeStatus): Promise<ListedPledge[]> {
  const rows = await listViews(context.db.sql, { fanId: viewer.userId, status: status ?? null, limit });
  return withPools(context, viewer, rows);
}

/** The feed shows at most this many pools that the fan backs. */
const backedLimit = 8;

/** Lists a fan's newest live pledges with the number of all: the feed needs no more, and reads them for each page. */
export async function listBackedPools(context: Platform, viewer: Viewer): Promise<OutputOf<typeof backedEndpoint>> {
  const terms = { fanId: viewer.userId, statuses: livePledgeStatuses, limit: backedLimit };
  const rows = await listNewestViews(context.db.sql, terms);
  return { total: rows[0]?.total ?? 0, pledges: await withPools(context, viewer, rows) };
}

/** Adds the pools of the live pledges. */
async function withPools(context: Platform, viewer: Viewer, rows: ViewRow[]): Promise<ListedPledge[]> {
  const live = rows.filter((row) => livePledgeStatuses.includes(row.status)).map(({ poolId }) => poolId);
  const cards = await readPoolCards(context, live, viewer.ageVerified);
  return rows.map((row) => {
    const card = cards.get(row.poolId);
    return { ...pledgeViewOf(row, viewer), pool: card ? backedPool.parse(card) : null };
  });
}
