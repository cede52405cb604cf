import { verbatim } from '#contract/language/text.ts';
import type { AuditedAction } from '#server/audit/audit-entry.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { countStrikes } from './materials.sql.ts';
import { notifyRepeatInfringer } from './notify-takedown.ts';

/**
 * Tells the admins, once per number of strikes, that a person has reached the limit of notices in the settings. The person keeps all
 * rights until an admin suspends the account. Returns the audit entry, which the caller writes last.
 */
export async function flagRepeatInfringer(
  context: InTransaction<Platform>,
  tx: Tx,
  userId: string,
  ip: string,
): Promise<AuditedAction[]> {
  const { repeatLimit } = context.config.takedowns;
  const strikes = await countStrikes(tx, userId);
  if (strikes < repeatLimit || !(await notifyRepeatInfringer(context, tx, { userId, strikes }))) return [];
  return [
    {
      actorId: null,
      action: 'user.flagged',
      targetKind: 'user',
      targetId: userId,
      before: {},
      after: { strikes },
      // For admins, and stored.
      reason: verbatim(`${strikes} copyright notices; the limit is ${repeatLimit}`),
      ip,
      concerned: [userId],
    },
  ];
}
