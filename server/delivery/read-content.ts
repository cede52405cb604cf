import type { DeliveredContent } from '#contract/delivery.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requireContentReader } from './content-reader.ts';
import { hasOpenObjection, hasWithheld, listPoolClaims } from './delivery.sql.ts';
import { logRead } from './log-read.ts';
import { withFiles } from './read-deliveries.ts';

/** Returns the deliveries of a pool; contributors see approved ones that are not withheld. Throws `content_locked`. */
export async function readContent(
  context: Platform,
  actor: Actor,
  poolId: string,
): Promise<{ deliveries: DeliveredContent[]; withheld: boolean; objected: boolean }> {
  const { sql } = context.db;
  const { all } = await requireContentReader(sql, actor, poolId);
  const deliveries = await withFiles(sql, await listPoolClaims(sql, poolId, !all));
  if (!all)
    await logRead(context, { userId: actor.userId, claimIds: deliveries.map(({ claimId }) => claimId), fileId: null });
  return {
    deliveries,
    withheld: await hasWithheld(sql, poolId),
    objected: await hasOpenObjection(sql, poolId, actor.userId),
  };
}
