import type { Platform } from '#server/platform/platform.ts';

/**
 * Limits how often one fan pledges to one pool or changes the pledge, because each time may cross the goal. A fan can always withdraw.
 * Throws `rate_limited`.
 */
export async function limitPledgeChanges(
  { limits }: Platform,
  { fanId, poolId }: { fanId: string; poolId: string },
): Promise<void> {
  await limits.limiter('pledge changes', { points: 30, perMs: 60 * 60_000 }).consume(`${fanId}:${poolId}`);
}
