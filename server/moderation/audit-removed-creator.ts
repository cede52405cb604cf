import type { Tx } from '#server/platform/postgres/db.ts';
import { insertAudit } from './audit.sql.ts';

/** Somebody had a profile removed that fans had added: admins see who, and of whom. */
export async function auditRemovedCreator(
  tx: Tx,
  removal: { profileId: string; username: string; name: string; removedBy: string; ip: string },
): Promise<void> {
  await insertAudit(tx, {
    actorId: removal.removedBy,
    action: 'creator.removed',
    targetKind: 'creator_profile',
    targetId: removal.profileId,
    before: { username: removal.username, name: removal.name },
    after: { removed: true },
    reason: null,
    ip: removal.ip,
  });
}
