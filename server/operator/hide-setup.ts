import { writeAudit } from '#server/audit/write-audit.ts';
import { hideChecklist, lockOperatorRow } from '#server/platform/operator/operator.sql.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { AdminRequest } from './change-operator.ts';

/** Hides the setup checklist for all admins, or shows it again. */
export async function hideSetup({ db }: Platform, { actor, ip }: AdminRequest, hidden: boolean): Promise<void> {
  await db.tx(async (tx) => {
    const before = (await lockOperatorRow(tx)).checklistHiddenAt !== null;
    if (before === hidden) return;
    await hideChecklist(tx, hidden);
    await writeAudit(tx, {
      actorId: actor.userId,
      action: hidden ? 'setup.hidden' : 'setup.shown',
      targetKind: 'operator',
      targetId: 'operator',
      before: {},
      after: {},
      reason: null,
      ip,
      concerned: 'no_one',
    });
  });
}
