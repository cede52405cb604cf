import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { formatBytes } from '#contract/values/format-bytes.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { lockQuotas, moveToPool } from './uploads.sql.ts';

/**
 * Counts uploads against the quota of the pool they are delivered to, even if the creator started them for another pool. Throws
 * upload_quota if the pool's files would exceed its quota.
 */
export async function assignUploads(
  { config }: InTransaction<Platform>,
  tx: Tx,
  { poolId, ids }: { poolId: string; ids: string[] },
): Promise<void> {
  await lockQuotas(tx, { poolId });
  const bytes = await moveToPool(tx, poolId, ids);
  const { perPoolBytes } = config.uploads;
  if (bytes <= perPoolBytes) return;
  throw appError('upload_quota', {
    message: () =>
      t`With these files the pool would use ${{ size: formatBytes(bytes) }} of ${{ limit: formatBytes(perPoolBytes) }}. Remove a file, or contact us for more space.`,
  });
}
