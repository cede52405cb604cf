import { captionsOf } from '#contract/captions.ts';
import { kindOf } from '#contract/content-kind.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { listFilesOfClaims } from './delivery.sql.ts';
import { type FileToPublish, lockFileToPublish, savePublic, savePublicCaptions } from './gallery.sql.ts';
import { fileView } from './read-deliveries.ts';

/** Shows a file to everyone. Throws not_found, not_your_request, validation_failed, pool_state, pool_frozen. */
export async function publishFile(context: Platform, actor: Actor, fileId: string): Promise<{ public: boolean }> {
  return setPublic(context, actor, { fileId, isPublic: true });
}

/** Makes a file private again, in every state of the pool. Throws not_found, not_your_request. */
export async function unpublishFile(context: Platform, actor: Actor, fileId: string): Promise<{ public: boolean }> {
  return setPublic(context, actor, { fileId, isPublic: false });
}

async function setPublic(
  { db }: Platform,
  actor: Actor,
  { fileId, isPublic }: { fileId: string; isPublic: boolean },
): Promise<{ public: boolean }> {
  return db.tx(async (tx) => {
    const file = await lockFileToPublish(tx, fileId);
    if (!file) throw appError('not_found');
    if (file.assignedCreatorId !== actor.userId) throw appError('not_your_request');
    if (kindOf(file.contentType, file.name) === 'captions') {
      throw appError('validation_failed', { message: () => t`Captions are public together with their video.` });
    }
    if (isPublic) requireFinished(file);
    await savePublic(tx, { fileId, isPublic });
    await publishCaptions(tx, file.claimId);
    return { public: isPublic };
  });
}

/** Makes the captions of the delivery's public videos public, and no others. */
async function publishCaptions(tx: Tx, claimId: string): Promise<void> {
  const files = (await listFilesOfClaims(tx, [claimId])).map(fileView);
  const captions = files.filter((file) => file.public).flatMap((file) => captionsOf(file, files));
  await savePublicCaptions(tx, { claimId, fileIds: captions.map(({ id }) => id) });
}

/** Fans can object to a delivery until its pool is completed. */
function requireFinished({ poolStatus, claimStatus, withheld, frozen }: FileToPublish): void {
  if (frozen) throw appError('pool_frozen');
  if (poolStatus !== 'completed' || claimStatus !== 'approved') {
    throw appError('pool_state', { message: () => t`You can show a file to everyone once its pool is completed.` });
  }
  if (withheld) throw appError('pool_state', { message: () => t`This delivery is disabled after a copyright notice.` });
}
