import type { PledgeStatus, PledgeView } from '#contract/pledge-view.ts';
import type { Platform } from '#server/platform/platform.ts';
import { pledgeViewOf, type Viewer } from './show-pledge.ts';
import { listViews } from './views.sql.ts';

/** The page shows at most this many pledges; the data export has all of them. */
const limit = 500;

/** Lists a fan's pledges, newest first. */
export async function listMyPledges({ db }: Platform, viewer: Viewer, status?: PledgeStatus): Promise<PledgeView[]> {
  const rows = await listViews(db.sql, { fanId: viewer.userId, status: status ?? null, limit });
  return rows.map((row) => pledgeViewOf(row, viewer));
}
