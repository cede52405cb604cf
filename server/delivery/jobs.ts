import { inEnglish, msg } from '#contract/language/text.ts';
import { makeImagePreview, previewFolder, storePreview } from '#server/media/make-image-preview.ts';
import { sweepStrayFiles } from '#server/media/sweep-stray-files.ts';
import { removeUpload } from '#server/media/uploads/remove-upload.ts';
import type { Platform } from '#server/platform/platform.ts';
import { violates } from '#server/platform/postgres/db.ts';
import {
  listFilesToPreview,
  listKnownPreviews,
  listUnusedUploads,
  rejectPendingClaims,
  savePreview,
  settleObjections,
} from './delivery.sql.ts';
import { contentPreviews } from './delivery.ts';

/** Jobs for previews, unused uploads and stray files, and for open claims and objections of a pool that was removed or waited too long. */
export function defineDeliveryJobs(context: Platform): void {
  const { jobs, facts } = context;
  jobs.define<{ claimId: string }>(contentPreviews.kind, ({ claimId }) => makePreviews(context, claimId));
  const sweep = jobs.define<undefined>('content.sweep_uploads', () => sweepUnusedUploads(context), { queue: 'clock' });
  jobs.every('content.sweep_uploads', '41 3 * * *', sweep);
  const sweepFiles = jobs.define<undefined>('content.sweep_previews', () => sweepPreviews(context), { queue: 'clock' });
  jobs.every('content.sweep_previews', '47 3 * * *', sweepFiles);
  facts.within('pool.transitioned', async (tx, { poolId, to, event }) => {
    if (to !== 'removed' && event !== 'hold_over') return;
    const answer = inEnglish(
      to === 'removed' ? msg`The pool was removed.` : msg`No one decided in time, so everyone was refunded.`,
    );
    await rejectPendingClaims(tx, poolId, answer);
    await settleObjections(tx, { poolId }, { status: 'dismissed', answer, adminId: null });
  });
}

async function makePreviews(context: Platform, claimId: string): Promise<void> {
  const { sql } = context.db;
  for (const { id, key, poster } of await listFilesToPreview(sql, claimId)) {
    const preview = poster ? await storePreview(context, poster) : await makeImagePreview(context, key);
    if (preview && !(await savePreview(sql, id, preview))) await context.files.remove(preview);
  }
}

export async function sweepUnusedUploads(context: Platform): Promise<void> {
  for (const id of await listUnusedUploads(context.db.sql, context.config.uploads.unusedKeptMs)) {
    try {
      await removeUpload(context, id);
    } catch (error) {
      // In the meantime a delivery started using the upload.
      if (!violates(error)) throw error;
    }
  }
}

/** A preview is written before its row knows it. */
const strayPreviewsKeptMs = 24 * 60 * 60_000;

/** Deletes previews that no file of a delivery has, which a crash can leave behind. */
export async function sweepPreviews(context: Platform): Promise<void> {
  await sweepStrayFiles(context, {
    folder: previewFolder,
    olderThanMs: strayPreviewsKeptMs,
    rowIdOf: (key) => key,
    findRows: (keys) => listKnownPreviews(context.db.sql, keys),
  });
}
