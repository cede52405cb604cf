import { appError } from '#contract/errors.ts';
import { msg, sentences, t, textOf } from '#contract/language/text.ts';
import { formatBytes } from '#contract/values/format-bytes.ts';
import type {} from '#server/media/hooks.ts';
import type { Platform } from '#server/platform/platform.ts';
import { insertUpload, lockQuotas, type NewUpload, readUsage } from './uploads.sql.ts';

/** The creator's options when a quota is full. */
const freeUpSpace = msg`Remove files you have not delivered, or contact us for more space.`;

/**
 * Reserves space for a file: its full size counts against the quota of its owner and, if it names a pool, of that pool.
 * Throws insufficient_storage, not_your_request, upload_quota.
 */
export async function beginUpload(context: Platform, upload: NewUpload): Promise<void> {
  const { db, files, hooks, config } = context;
  const { ownerId, poolId, sizeBytes } = upload;
  await files.requireSpace(sizeBytes);
  await db.tx(async (tx) => {
    // Without this check anyone could use up a pool's quota.
    if (poolId && !(await hooks.one('upload.is_allowed_for_pool')(tx, { poolId, ownerId })))
      throw appError('not_your_request');
    await lockQuotas(tx, { ownerId, poolId });
    if (await insertUpload(tx, upload, config.uploads)) return;
    const { personBytes, poolBytes } = await readUsage(tx, { ownerId, poolId });
    const isPersonFull = personBytes + sizeBytes > config.uploads.perPersonBytes;
    throw appError('upload_quota', {
      message: () =>
        sentences(
          isPersonFull
            ? t`Your files use ${{ used: formatBytes(personBytes) }} of the ${{ limit: formatBytes(config.uploads.perPersonBytes) }} you have, and this one needs ${{ needed: formatBytes(sizeBytes) }}.`
            : t`The files for this pool use ${{ used: formatBytes(poolBytes) }} of ${{ limit: formatBytes(config.uploads.perPoolBytes) }}, and this one needs ${{ needed: formatBytes(sizeBytes) }}.`,
          textOf(freeUpSpace),
        ),
    });
  });
}
