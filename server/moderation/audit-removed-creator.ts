import { writeAudit } from '#server/audit/write-audit.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

/** Audits the removal of an unclaimed creator profile: who removed which profile. */
export async function auditRemovedCreator(
  tx: Tx,
  removal: { profileId: string; username: string; name: string; removedBy: string; ip: string },
): Promise<void> {
  await writeAudit(tx, {
    actorId: removal.removedBy,
    action: 'creator.removed',
    targetKind: 'creator_profile',
    targetId: removal.profileId,
    before: { username: removal.username, name: removal.name },
    after: { removed: true },
    reason: null,
    ip: removal.ip,
    // Any person may remove a profile that no one owns (removeCreator).
    concerned: 'no_one',
  });
}
