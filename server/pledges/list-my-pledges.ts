import { livePledgeStatuses, type PledgeStatus } from '#contract/pledges/pledge-view.ts';
import { backedPool, type ListedPledge } from '#contract/pledges/pledges.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readPoolCards } from '#server/pools/read-pool-cards.ts';
import { pledgeViewOf, type Viewer } from './show-pledge.ts';
import { listViews } from './views.sql.ts';

/** The page shows at most this many pledges; the data export has all of them. */
const limit = 500;

/** Lists a fan's pledges, newest first; live ones with the figures and the picture of their pool. */
export async function listMyPledges(context: Platform, viewer: Viewer, status?: PledgeStatus): Promise<ListedPledge[]> {
  const rows = await listViews(context.db.sql, { fanId: viewer.userId, status: status ?? null, limit });
  const live = rows.filter((row) => livePledgeStatuses.includes(row.status)).map(({ poolId }) => poolId);
  const cards = await readPoolCards(context, live, viewer.ageVerified);
  return rows.map((row) => {
    const card = cards.get(row.poolId);
    return { ...pledgeViewOf(row, viewer), pool: card ? backedPool.parse(card) : null };
  });
}
