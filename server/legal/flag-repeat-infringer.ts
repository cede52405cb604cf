import { writeAudit } from '#server/moderation/write-audit.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { countStrikes, type MaterialRow } from './materials.sql.ts';
import { notifyRepeatInfringer } from './notify-takedown.ts';

/**
 * Tells the admins, once per number of strikes, that a person has reached the limit of notices in the settings. The person keeps all
 * rights until an admin suspends the account.
 */
export async function flagRepeatInfringer(
  context: Platform,
  tx: Tx,
  { subjectId: userId, id }: MaterialRow,
  ip: string,
): Promise<void> {
  const { repeatLimit } = context.config.takedowns;
  const strikes = await countStrikes(tx, userId);
  if (strikes < repeatLimit) return;
  const isNew = await notifyRepeatInfringer(context, tx, { userId, strikes });
  if (!isNew) return;
  await writeAudit(tx, {
    actorId: null,
    action: 'person.flagged',
    targetKind: 'user',
    targetId: userId,
    before: {},
    after: { strikes: String(strikes), material: id },
    reason: `${strikes} copyright notices; the limit is ${repeatLimit}`,
    ip,
  });
}
