import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { assignUploads } from '#server/media/uploads/assign-uploads.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { refusalOfAnswerer } from '#server/pools/policy.ts';
import { decideContentClaim } from './decide-content-claim.ts';
import { insertClaim, insertContentFiles, lockUploads } from './delivery.sql.ts';
import { contentPreviews } from './delivery.ts';
import type {} from './facts.ts';
import type {} from './hooks.ts';

export interface ContentSubmission {
  poolId: string;
  note: string;
  text?: string | undefined;
  links?: string[] | undefined;
  uploadIds?: string[] | undefined;
}

/**
 * The assigned creator submits a delivery. It waits for an admin; with DELIVERY_REVIEW=auto it is delivered at once. Throws
 * `not_your_request`, `delivery_empty`, `upload_incomplete`, `upload_quota`, `pool_state`, `pool_frozen`; for adult pools also
 * `performer_records_required` and `performer_records_closed`.
 */
export async function submitContent(context: Platform, actor: Actor, input: ContentSubmission): Promise<void> {
  const text = input.text?.trim() || null;
  const links = [...new Set(input.links ?? [])];
  const uploadIds = [...new Set(input.uploadIds ?? [])];
  await context.db.tx(async (tx) => {
    const { poolId, note } = input;
    const locked = await lockPool(tx, poolId);
    if (!locked) throw appError('not_found');
    const refusal = refusalOfAnswerer(actor, locked.pool);
    if (refusal) throw refusal;
    if (!text && links.length === 0 && uploadIds.length === 0) throw appError('delivery_empty');
    await applyPoolEvent(context, tx, poolId, { type: 'submit_delivery' }, { actorId: actor.userId });
    if (locked.pool.adult)
      await context.hooks.one('delivery.assert_documented')(tx, { poolId, creatorId: actor.userId });
    await requireUploads(tx, actor, uploadIds);
    if (uploadIds.length > 0) await assignUploads(context, tx, { poolId, ids: uploadIds });
    const claimId = await insertClaim(tx, { poolId, creatorId: actor.userId, note, text, links });
    if (uploadIds.length > 0) {
      await insertContentFiles(tx, claimId, uploadIds);
      await context.jobs.enqueue(tx, contentPreviews, { claimId });
    }
    await context.facts.publish(tx, 'content.submitted', { poolId, claimId, creatorId: actor.userId });
    if (context.config.windows.deliveryReview === 'auto') {
      await decideContentClaim(context, tx, { id: claimId, status: 'approved', reason: null, adminId: null });
    }
  });
}

/** Asserts that every upload is complete, belongs to the creator and is not part of another delivery. */
async function requireUploads(tx: Tx, actor: Actor, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const uploads = await lockUploads(tx, actor.userId, ids);
  if (uploads.length < ids.length) {
    throw appError('upload_incomplete', { message: () => t`One of these files is not here. Upload it again.` });
  }
  if (uploads.some(({ isComplete }) => !isComplete)) throw appError('upload_incomplete');
  if (uploads.some(({ isUsed }) => isUsed)) {
    throw appError('upload_incomplete', {
      message: () => t`One of these files is part of another delivery. Upload it again.`,
    });
  }
}
